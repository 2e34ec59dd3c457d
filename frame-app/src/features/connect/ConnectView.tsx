import { useAtomValue, useSetAtom } from 'jotai/react'
import type { ReactNode } from 'react'
import { walletRowsAtom } from '../../core/connectors/walletRows.ts'
import { isReconnectingAtom } from '../../core/state/accounts.ts'
import { walletDiscoveryAtom } from '../../core/state/connections.ts'
import { bootstrapAtom, optionsAtom } from '../../core/state/options.ts'
import { pushAtom } from '../../router/router.ts'
import { Body, Foot } from '../../ui/Body.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { IconBox } from '../../ui/IconBox.tsx'
import { FinePrint, LinkButton } from '../../ui/Link.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useMessages } from '../useMessages.ts'
import { EmailForm } from './EmailForm.tsx'
import { Agreement, RequiredCheckbox } from './Legal.tsx'
import { connectMessages } from './messages.ts'
import { WalletList } from './WalletList.tsx'

export const ConnectView = (): ReactNode => (
  <>
    <Body>
      <RequiredCheckbox />
      <EmailSection />
      <WalletNotice />
      <WalletList />
    </Body>
    <ConnectFoot />
  </>
)

const EmailSection = () => useAtomValue(bootstrapAtom).email && <EmailForm />

/** The notice above the wallets, if there is one. */
const WalletNotice = () => {
  const text = useMessages(connectMessages)
  const isComplete = useAtomValue(walletDiscoveryAtom) === 'complete'
  const isReconnecting = useAtomValue(isReconnectingAtom)
  const rows = useAtomValue(walletRowsAtom)
  const { walletConnect } = useAtomValue(bootstrapAtom)
  if (isReconnecting)
    return (
      <Notice tone="info" icon="wallet" title={text.reconnecting}>
        {text.reconnectingNext}
      </Notice>
    )
  if (!isComplete) return null
  if (rows.length === 0)
    return (
      <Hero image={<IconBox size={64} icon="wallet" />} title={text.noWallets}>
        {text.noWalletsNext}
      </Hero>
    )
  if (!walletConnect && !rows.some(({ connectorId }) => connectorId))
    return (
      <Notice tone="info" icon="wallet" title={text.noWallets}>
        {text.noWalletsNext}
      </Notice>
    )
  return null
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
