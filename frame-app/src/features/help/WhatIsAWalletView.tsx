import { useAtomValue, useSetAtom } from 'jotai/react'
import type { ReactNode } from 'react'
import { bootstrapAtom } from '../../core/state/options.ts'
import { backAtom, canGoBackAtom, pushAtom, startHistoryAtom } from '../../router/router.ts'
import { Body, ViewFoot } from '../../ui/Body.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConnectionLine } from '../../ui/ConnectionDiagram.tsx'
import type { IconName } from '../../ui/Icon.tsx'
import { IconBox } from '../../ui/IconBox.tsx'
import { keyIcon, userIcon, walletIcon } from '../../ui/icons.ts'
import { List, ListFact } from '../../ui/ListItem.tsx'
import { useMessages } from '../useMessages.ts'
import { helpMessages } from './messages.ts'
import styles from './WhatIsAWalletView.module.css'

export const WhatIsAWalletView = (): ReactNode => {
  const text = useMessages(helpMessages)
  const canGoBack = useAtomValue(canGoBackAtom)
  const back = useSetAtom(backAtom)
  const reset = useSetAtom(startHistoryAtom)
  const push = useSetAtom(pushAtom)
  const hasOffers = useAtomValue(bootstrapAtom).wallets.length > 0
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
          <Button variant="primary" onClick={() => push({ view: 'GetWallet' })} focusKey="get">
            {text.getAWallet}
          </Button>
        )}
        <Button
          variant={hasOffers ? 'quiet' : 'primary'}
          onClick={() => void (canGoBack ? back() : reset({ view: 'Connect' }))}
        >
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
