import { useAtomValue, useSetAtom } from 'jotai/react'
import type { ComponentType, ReactNode } from 'react'
import { bootstrapAtom } from '../../core/state/options.ts'
import { backAtom, canGoBackAtom, pushAtom, startHistoryAtom } from '../../router/router.ts'
import { Body, ViewFoot } from '../../ui/Body.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConnectionLine } from '../../ui/ConnectionDiagram.tsx'
import { Hero } from '../../ui/Hero.tsx'
import type { IconName } from '../../ui/Icon.tsx'
import { IconBox } from '../../ui/IconBox.tsx'
import { downloadIcon, keyIcon, userIcon, walletIcon } from '../../ui/icons.ts'
import { List, ListFact, ListItem } from '../../ui/ListItem.tsx'
import { useMessages } from '../useMessages.ts'
import { helpMessages } from './messages.ts'
import styles from './WhatIsAWalletView.module.css'

type Form = ComponentType<{ isLast: boolean }>

/** Explains what a wallet is, or in a project with the login by email, leads to one that needs no app. */
export const createWhatIsAWalletView = (EmailForm: Form) => (): ReactNode =>
  useAtomValue(bootstrapAtom).email ? <EmailStart EmailForm={EmailForm} /> : <WalletFacts />

const useChoices = () => {
  const canGoBack = useAtomValue(canGoBackAtom)
  const back = useSetAtom(backAtom)
  const reset = useSetAtom(startHistoryAtom)
  const push = useSetAtom(pushAtom)
  return {
    hasOffers: useAtomValue(bootstrapAtom).wallets.length > 0,
    getWallet: () => push({ view: 'GetWallet' }),
    choose: () => void (canGoBack ? back() : reset({ view: 'Connect' })),
  }
}

const EmailStart = ({ EmailForm }: { EmailForm: Form }) => {
  const text = useMessages(helpMessages)
  const { hasOffers, getWallet, choose } = useChoices()
  return (
    <Body>
      <Hero title={text.emailTitle}>{text.emailLead}</Hero>
      <EmailForm isLast={false} />
      <List>
        <ListItem name={text.choose} start={<IconBox icon={walletIcon} />} onClick={choose} />
        {hasOffers && (
          <ListItem name={text.getAWallet} start={<IconBox icon={downloadIcon} />} onClick={getWallet} focusKey="get" />
        )}
      </List>
    </Body>
  )
}

const WalletFacts = () => {
  const text = useMessages(helpMessages)
  const { hasOffers, getWallet, choose } = useChoices()
  return (
    <>
      <Body>
        <Diagram />
        <List>
          <ListFact isWrapped start={<IconBox icon={userIcon} />} name={text.signIn} detail={text.signInWhy} />
          <ListFact isWrapped start={<IconBox icon={walletIcon} />} name={text.things} detail={text.thingsWhy} />
          <ListFact isWrapped start={<IconBox icon={keyIcon} />} name={text.keys} detail={text.keysWhy} />
        </List>
      </Body>
      <ViewFoot>
        {hasOffers && (
          <Button variant="primary" onClick={getWallet} focusKey="get">
            {text.getAWallet}
          </Button>
        )}
        <Button variant={hasOffers ? 'quiet' : 'primary'} onClick={choose}>
          {text.choose}
        </Button>
      </ViewFoot>
    </>
  )
}

const Diagram = () => (
  <div className={styles.picture} aria-hidden="true">
    <DiagramIcon icon={userIcon} />
    <ConnectionLine state="ready" isShort />
    <DiagramIcon icon={keyIcon} />
    <ConnectionLine state="ready" isShort />
    <DiagramIcon icon={walletIcon} />
  </div>
)

const DiagramIcon = ({ icon }: { icon: IconName }) => (
  <span className={styles.tile}>
    <IconBox size={44} icon={icon} />
  </span>
)
