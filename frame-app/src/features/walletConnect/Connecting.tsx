import { useAtomValue } from 'jotai/react'
import { type ReactNode, useState } from 'react'
import { pairingAtom } from '../../core/state/pairing.ts'
import { Body, ViewFoot } from '../../ui/Body.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { TabPanel, Tabs } from '../../ui/Tabs.tsx'
import { useMessages } from '../useMessages.ts'
import type { ChosenWallet } from './chosenWallet.ts'
import { isExpiredQrCodeKept } from './failure.ts'
import { walletConnectMessages } from './messages.ts'
import { NotDetected, NotDetectedFoot } from './NotDetected.tsx'
import { OpenApp, OpenAppFoot } from './OpenApp.tsx'
import { OpenInWallet, OpenInWalletFoot } from './OpenInWallet.tsx'
import { PairingFailed, PairingFailedFoot } from './PairingFailed.tsx'
import type { Platform } from './platforms.ts'
import { Scan, ScanFoot } from './Scan.tsx'
import { useWalletOpening } from './useOpening.ts'
import { WalletDiagram } from './WalletDiagram.tsx'

type Props = { chosen: ChosenWallet | null; tabs: PlatformChoice | null }

/**
 * Shows the ways to connect a wallet that is not in the page. One pairing serves all platforms. The tabs stay in place
 * while their content changes.
 */
export const Connecting = ({ chosen, tabs }: Props) => {
  const pairing = useAtomValue(pairingAtom)
  const [lastUri, setLastUri] = useState<string | null>(null)
  const platform = tabs?.platform ?? 'qrCode'
  const opening = useWalletOpening(chosen, platform)
  const uri = pairing.status === 'ready' ? pairing.uri : null
  if (uri !== null && uri !== lastUri) setLastUri(uri)
  if (pairing.status === 'approved') return <Accepted chosen={chosen} />
  const stale =
    platform === 'qrCode' && pairing.status === 'failed' && isExpiredQrCodeKept(pairing.error) ? lastUri : null
  const parts =
    chosen && platform === 'browser'
      ? [<NotDetected key={platform} chosen={chosen} />, <NotDetectedFoot key={platform} chosen={chosen} />]
      : chosen && platform === 'browse'
        ? [<OpenInWallet key={platform} chosen={chosen} />, <OpenInWalletFoot key={platform} chosen={chosen} />]
        : pairing.status === 'failed' && stale === null
          ? [<PairingFailed key="failed" chosen={chosen} error={pairing.error} />, <PairingFailedFoot key="failed" />]
          : chosen && platform !== 'qrCode'
            ? [
                <OpenApp key={platform} {...{ chosen, opening }} />,
                <OpenAppFoot key={platform} {...{ chosen, opening }} />,
              ]
            : [<Scan key={platform} {...{ chosen, uri, stale }} />, <ScanFoot key={platform} {...{ chosen, uri }} />]
  return (
    <>
      <PlatformTabs tabs={tabs}>{parts[0]}</PlatformTabs>
      <ViewFoot>{parts[1]}</ViewFoot>
    </>
  )
}

/** Shown after the wallet approved the session, for the moment until the session is ready. */
const Accepted = ({ chosen }: { chosen: ChosenWallet | null }) => {
  const text = useMessages(walletConnectMessages)
  return (
    <Body>
      <Hero image={<WalletDiagram chosen={chosen} state="done" />} title={text.accepted}>
        {text.acceptedNext}
      </Hero>
    </Body>
  )
}

type PlatformChoice = { platforms: Platform[]; platform: Platform; choose: (platform: Platform) => void }

const PlatformTabs = ({ tabs, children }: { tabs: PlatformChoice | null; children: ReactNode }) => {
  const text = useMessages(walletConnectMessages)
  if (!tabs || tabs.platforms.length === 1) return <Body>{children}</Body>
  return (
    <Body>
      <Tabs
        label={text.where}
        tabs={tabs.platforms.map((id) => ({ id, name: text[id] }))}
        selected={tabs.platform}
        onSelect={tabs.choose}
      />
      <TabPanel selected={tabs.platform}>{children}</TabPanel>
    </Body>
  )
}
