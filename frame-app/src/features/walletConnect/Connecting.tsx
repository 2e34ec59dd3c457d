import { useAtomValue } from 'jotai/react'
import { useState } from 'react'
import { pairingAtom } from '../../core/state/pairing.ts'
import { Foot } from '../../ui/Body.tsx'
import { Accepted } from './Accepted.tsx'
import type { Chosen } from './chosen.ts'
import { Failed, FailedFoot } from './Failed.tsx'
import { isStale } from './failure.ts'
import { NotDetected, NotDetectedFoot } from './NotDetected.tsx'
import { OpenApp, OpenAppFoot } from './OpenApp.tsx'
import { Scan, ScanFoot } from './Scan.tsx'
import { useOpening } from './useOpening.ts'
import { type Tabs, WayTabs } from './WayTabs.tsx'

type Props = { chosen: Chosen | null; tabs: Tabs | null }

/** One pairing serves all ways to a wallet; the tabs stay where they are while what they show changes. */
export const Connecting = ({ chosen, tabs }: Props) => {
  const pairing = useAtomValue(pairingAtom)
  const [lastUri, setLastUri] = useState<string | null>(null)
  const way = tabs?.way ?? 'qrCode'
  const opening = useOpening(chosen, way)
  const uri = pairing.status === 'ready' ? pairing.uri : null
  if (uri !== null && uri !== lastUri) setLastUri(uri)
  if (pairing.status === 'approved') return <Accepted chosen={chosen} />
  const stale = way === 'qrCode' && pairing.status === 'failed' && isStale(pairing.error) ? lastUri : null
  const parts =
    chosen && way === 'browser'
      ? [<NotDetected key={way} chosen={chosen} />, <NotDetectedFoot key={way} chosen={chosen} />]
      : pairing.status === 'failed' && stale === null
        ? [<Failed key="failed" chosen={chosen} error={pairing.error} />, <FailedFoot key="failed" />]
        : chosen && way !== 'qrCode'
          ? [<OpenApp key={way} {...{ chosen, opening }} />, <OpenAppFoot key={way} {...{ chosen, opening }} />]
          : [<Scan key={way} {...{ chosen, uri, stale }} />, <ScanFoot key={way} {...{ chosen, uri }} />]
  return (
    <>
      <WayTabs tabs={tabs}>{parts[0]}</WayTabs>
      <Foot>{parts[1]}</Foot>
    </>
  )
}
