import { useAtomValue, useSetAtom } from 'jotai/react'
import { type Atom, atom } from 'jotai/vanilla'
import { type ComponentType, Fragment, type ReactNode, useState } from 'react'
import { walletRowsAtom } from '../../core/connectors/walletRows.ts'
import { isReconnectingAtom } from '../../core/state/accounts.ts'
import { areWalletsDiscoveredAtom } from '../../core/state/connections.ts'
import { bootstrapAtom, optionsAtom } from '../../core/state/options.ts'
import { pushAtom } from '../../router/router.ts'
import { Body, ViewFoot } from '../../ui/Body.tsx'
import { FinePrint, LinkButton } from '../../ui/Link.tsx'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { useMessages } from '../useMessages.ts'
import { EmailForm } from './EmailForm.tsx'
import { LegalAgreement } from './Legal.tsx'
import { connectMessages } from './messages.ts'
import { RequiredCheckbox } from './RequiredCheckbox.tsx'
import { WalletList } from './WalletList.tsx'

export const ConnectView = (): ReactNode => (
  <>
    <Body>
      {useAtomValue(optionsAtom).legalCheckbox && <RequiredCheckbox />}
      <ConnectMethods />
    </Body>
    <ConnectFoot />
  </>
)

/** An atom of what the view shows for the login by email. The code of the other views replaces it. */
export const formAtom = atom<Atom<ComponentType<{ isLast: boolean }>>>(atom(() => EmailForm))

const ConnectMethods = () => {
  const [CollapsedWallets] = useState(() => rareParts?.CollapsedWallets ?? LazyCollapsed)
  const { email } = useAtomValue(bootstrapAtom)
  const { connectMethodsOrder, collapseWallets } = useAtomValue(optionsAtom)
  const Form = useAtomValue(useAtomValue(formAtom))
  const isEmailLast = connectMethodsOrder?.[0] === 'wallet'
  // The keys keep the elements when the page's options change the order.
  const methods = [
    email && <Form key="email" isLast={isEmailLast} />,
    <Fragment key="wallet">
      <WalletHint />
      {email && collapseWallets ? <CollapsedWallets /> : <WalletList />}
    </Fragment>,
  ]
  return isEmailLast ? methods.reverse() : methods
}

const importRareParts = () => import('./chunk.ts')
let rareParts: Awaited<ReturnType<typeof importRareParts>> | undefined
/**
 * Loads the notice and the row that hides the wallets. They are not in the first view, because few projects hide the
 * wallets, and most visitors see no notice above the wallets.
 */
export const loadRareParts = async () => {
  rareParts = await importRareParts()
  return rareParts
}

// Without this row the visitor can't choose a wallet, so the view fails as a whole and offers a retry.
const LazyCollapsed = lazyComponent(async () => (await loadRareParts()).CollapsedWallets, null, true)

const WalletNotice = lazyComponent(async () => (await loadRareParts()).WalletNotice)
export const WalletHint = () => {
  const isComplete = useAtomValue(areWalletsDiscoveredAtom)
  const isReconnecting = useAtomValue(isReconnectingAtom)
  const rows = useAtomValue(walletRowsAtom)
  const { walletConnect } = useAtomValue(bootstrapAtom)
  const canConnect = walletConnect || rows.some(({ connectorId }) => connectorId)
  return (isReconnecting || (isComplete && !canConnect)) && <WalletNotice />
}

const ConnectFoot = () => {
  const { walletGuide, legalCheckbox, termsUrl, privacyUrl } = useAtomValue(optionsAtom)
  const hasAgreement = !legalCheckbox && (termsUrl || privacyUrl)
  return (
    (walletGuide || hasAgreement) && (
      <ViewFoot>
        {walletGuide && <Guide />}
        {hasAgreement && <LegalAgreement {...{ termsUrl, privacyUrl }} />}
      </ViewFoot>
    )
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
