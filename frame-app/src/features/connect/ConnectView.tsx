import { useAtomValue, useSetAtom } from 'jotai/react'
import type { ReactNode } from 'react'
import { walletRowsAtom } from '../../core/connectors/walletRows.ts'
import { isReconnectingAtom } from '../../core/state/accounts.ts'
import { walletDiscoveryAtom } from '../../core/state/connections.ts'
import { bootstrapAtom, optionsAtom } from '../../core/state/options.ts'
import { pushAtom } from '../../router/router.ts'
import { Body, Foot } from '../../ui/Body.tsx'
import { FinePrint, LinkButton } from '../../ui/Link.tsx'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { useMessages } from '../useMessages.ts'
import { EmailForm } from './EmailForm.tsx'
import { Agreement } from './Legal.tsx'
import { connectMessages } from './messages.ts'
import { WalletList } from './WalletList.tsx'

export const ConnectView = (): ReactNode => (
  <>
    <Body>
      <LegalSection />
      <EmailSection />
      <WalletHint />
      <WalletList />
    </Body>
    <ConnectFoot />
  </>
)

const EmailSection = () => useAtomValue(bootstrapAtom).email && <EmailForm />

/** Few projects ask for consent, so the code of the check box is not in the first view. */
const RequiredCheckbox = lazyComponent(async () => (await import('./chunk.ts')).RequiredCheckbox)
const LegalSection = () => useAtomValue(optionsAtom).legalCheckbox && <RequiredCheckbox />

/** Most visitors see no notice above the wallets, so the code of the notice is not in the first view. */
const WalletNotice = lazyComponent(async () => (await import('./chunk.ts')).WalletNotice)
const WalletHint = () => {
  const isComplete = useAtomValue(walletDiscoveryAtom) === 'complete'
  const isReconnecting = useAtomValue(isReconnectingAtom)
  const rows = useAtomValue(walletRowsAtom)
  const { walletConnect } = useAtomValue(bootstrapAtom)
  const canConnect = walletConnect || rows.some(({ connectorId }) => connectorId)
  return (isReconnecting || (isComplete && !canConnect)) && <WalletNotice />
}

const ConnectFoot = () => {
  const { walletGuide, legalCheckbox, termsUrl, privacyUrl } = useAtomValue(optionsAtom)
  const hasAgreement = !legalCheckbox && (termsUrl || privacyUrl)
  if (!walletGuide && !hasAgreement) return null
  return (
    <Foot>
      {walletGuide && <Guide />}
      {hasAgreement && <Agreement {...{ termsUrl, privacyUrl }} />}
    </Foot>
  )
}

const Guide = () => {
  const text = useMessages(connectMessages)
  const push = useSetAtom(pushAtom)
  return (
    <FinePrint>
      {text.newToWallets}{' '}
      <LinkButton onClick={() => push({ view: 'WhatIsAWallet' })} focusKey="guide">
        {text.getStarted}
      </LinkButton>
    </FinePrint>
  )
}
