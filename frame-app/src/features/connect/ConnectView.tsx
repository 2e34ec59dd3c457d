import { useAtomValue, useSetAtom } from 'jotai/react'
import type { ReactNode } from 'react'
import { walletRowsAtom } from '../../core/connectors/walletRows.ts'
import { isReconnectingAtom } from '../../core/state/accounts.ts'
import { pageWalletsAtom } from '../../core/state/connections.ts'
import { bootstrapAtom, optionsAtom } from '../../core/state/options.ts'
import { pushAtom } from '../../router/router.ts'
import { Body, Foot } from '../../ui/Body.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { IconBox } from '../../ui/IconBox.tsx'
import { FinePrint, LinkButton } from '../../ui/Link.tsx'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SkeletonRow } from '../../ui/Skeleton.tsx'
import { useMessages } from '../useMessages.ts'
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

/** The prerendered document reserves the height of the form, so that nothing moves when it loads. */
const EmailForm = lazyComponent(async () => (await import('./EmailForm.tsx')).EmailForm, <SkeletonRow />)
const EmailSection = () => useAtomValue(bootstrapAtom).email && <EmailForm />

/** The notice above the wallets, if there is one. */
const WalletNotice = () => {
  const text = useMessages(connectMessages)
  const isLoading = useAtomValue(pageWalletsAtom) === 'loading'
  const isReconnecting = useAtomValue(isReconnectingAtom)
  const rows = useAtomValue(walletRowsAtom)
  const { walletConnect } = useAtomValue(bootstrapAtom)
  if (isReconnecting)
    return (
      <Notice tone="info" icon="wallet" title={text.reconnecting}>
        {text.reconnectingNext}
      </Notice>
    )
  if (isLoading) return null
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
  const push = useSetAtom(pushAtom)
  return <GuideLink onClick={() => push({ view: 'WhatIsAWallet' })} />
}

export const GuideLink = ({ onClick }: { onClick?: () => void }) => {
  const text = useMessages(connectMessages)
  return (
    <FinePrint>
      {text.newToWallets}{' '}
      <LinkButton {...(onClick ? { onClick } : {})} focusKey="guide">
        {text.getStarted}
      </LinkButton>
    </FinePrint>
  )
}
