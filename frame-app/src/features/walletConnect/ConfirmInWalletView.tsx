import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { useAtomValue } from 'jotai/react'
import { type ReactNode, useState } from 'react'
import { waitingRequestAtom } from '../../core/state/waitingRequest.ts'
import { Body, ViewFoot } from '../../ui/Body.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { useMessages } from '../useMessages.ts'
import { useOpenApp } from '../useOpenApp.ts'
import { walletConnectMessages } from './messages.ts'
import { WalletDiagram } from './WalletDiagram.tsx'

/** The view that links to the wallet app in which a request waits. */
export const ConfirmInWalletView = (): ReactNode => {
  const text = useMessages(walletConnectMessages)
  const waiting = useAtomValue(waitingRequestAtom)
  const openApp = useOpenApp()
  // Keeps the request's text on screen while the modal closes.
  const [shown, show] = useState(waiting)
  if (waiting && waiting !== shown) show(waiting)
  if (!shown) return null
  const { walletName, link } = shown
  return (
    <>
      <Body>
        <Hero
          image={<WalletDiagram chosen={null} state="waiting" />}
          title={fillText(text.continueIn, { wallet: walletName })}
        >
          {text.answerRequest}
        </Hero>
      </Body>
      <ViewFoot>
        <ButtonLink variant="primary" icon="open" href={link} onClick={openApp} testId="open-wallet">
          {fillText(text.openWallet, { wallet: walletName })}
        </ButtonLink>
      </ViewFoot>
    </>
  )
}
