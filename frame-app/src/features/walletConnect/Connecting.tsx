import { useAtomValue } from 'jotai/react'
import { type ReactNode, useState } from 'react'
import { pairingAtom } from '../../core/state/pairing.ts'
import { Body, Foot } from '../../ui/Body.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { SegmentPanel, Segments } from '../../ui/Segments.tsx'
import { useMessages } from '../useMessages.ts'
import type { Chosen } from './chosen.ts'
import { Ends } from './Ends.tsx'
import { Failed, FailedFoot } from './Failed.tsx'
import { isStale } from './failure.ts'
import { walletConnectMessages } from './messages.ts'
import { NotDetected, NotDetectedFoot } from './NotDetected.tsx'
import { OpenApp, OpenAppFoot } from './OpenApp.tsx'
import { Scan, ScanFoot } from './Scan.tsx'
import { useOpening } from './useOpening.ts'
import type { Way } from './ways.ts'

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

/** The wallet said yes; what follows takes no more than a moment. */
const Accepted = ({ chosen }: { chosen: Chosen | null }) => {
  const text = useMessages(walletConnectMessages)
  return (
    <Body>
      <Hero picture={<Ends chosen={chosen} state="done" />} title={text.accepted}>
        {text.acceptedNext}
      </Hero>
    </Body>
  )
}

type Tabs = { ways: Way[]; way: Way; choose: (way: Way) => void }

/** What scrolls, under the tabs where there is a choice. */
const WayTabs = ({ tabs, children }: { tabs: Tabs | null; children: ReactNode }) => {
  const text = useMessages(walletConnectMessages)
  if (!tabs || tabs.ways.length === 1) return <Body>{children}</Body>
  return (
    <Body>
      <Segments
        label={text.where}
        segments={tabs.ways.map((id) => ({ id, name: text[id] }))}
        selected={tabs.way}
        onSelect={tabs.choose}
      />
      <SegmentPanel selected={tabs.way}>{children}</SegmentPanel>
    </Body>
  )
}
