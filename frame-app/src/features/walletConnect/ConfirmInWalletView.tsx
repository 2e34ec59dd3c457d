import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { useAtomValue } from 'jotai/react'
import { type ReactNode, useEffect, useState } from 'react'
import { localizeDecimal } from '../../core/domain/amount.ts'
import { readDeed } from '../../core/domain/deed.ts'
import { networksAtom } from '../../core/state/networks.ts'
import { type WaitingRequest, waitingRequestAtom } from '../../core/state/waitingRequest.ts'
import { Body, ViewFoot } from '../../ui/Body.tsx'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { textLocaleAtom } from '../language.ts'
import { useMessages } from '../useMessages.ts'
import { useOpenApp } from '../useOpenApp.ts'
import { walletConnectMessages } from './messages.ts'
import { WalletDiagram } from './WalletDiagram.tsx'

/** The time after which a phone counts as quiet: locked, offline, or with its wallet closed. */
const quietMs = 30_000

/** The view of a request that waits in a wallet outside this browser: its link, or a phone to pick up. */
export const ConfirmInWalletView = (): ReactNode => {
  const text = useMessages(walletConnectMessages)
  const waiting = useAtomValue(waitingRequestAtom)
  const openApp = useOpenApp()
  // Keeps the request's text on screen while the modal closes.
  const [shown, show] = useState(waiting)
  if (waiting && waiting !== shown) show(waiting)
  const isQuiet = useIsQuiet(waiting)
  const asks = useAskedDeed(shown)
  if (!shown) return null
  const { walletName: wallet, link, cancel } = shown
  const title = isQuiet ? text.phoneIsQuiet : text.confirmOnPhone
  return (
    <>
      <Body>
        <Hero
          image={<WalletDiagram chosen={null} state="waiting" />}
          title={link === null ? title : fillText(text.continueIn, { wallet })}
        >
          {link === null && isQuiet ? fillText(text.phoneIsQuietNext, { wallet }) : asks}
        </Hero>
      </Body>
      <ViewFoot>
        {link !== null && (
          <ButtonLink variant="primary" icon="open" href={link} onClick={openApp} testId="open-wallet">
            {fillText(text.openWallet, { wallet })}
          </ButtonLink>
        )}
        <Button onClick={cancel}>{text.cancel}</Button>
      </ViewFoot>
    </>
  )
}

/** The sentence that says what the wallet asks the visitor to do. */
const useAskedDeed = (waiting: WaitingRequest | null): string => {
  const text = useMessages(walletConnectMessages)
  const locale = useAtomValue(textLocaleAtom)
  const networks = useAtomValue(networksAtom)
  if (!waiting) return ''
  const { walletName: wallet, request, caipNetworkId } = waiting
  const network = networks.find((each) => each.caipNetworkId === caipNetworkId)
  const deed = readDeed(request, network?.nativeCurrency)
  if (deed.name === 'pay')
    return fillText(text.asksToPay, { wallet, amount: `${localizeDecimal(deed.amount, locale)} ${deed.symbol}` })
  const sentences = {
    send: text.asksToSend,
    sign: text.asksToSign,
    network: text.asksToSwitch,
    answer: text.asksToAnswer,
  }
  return fillText(sentences[deed.name], { wallet })
}

const useIsQuiet = (waiting: WaitingRequest | null): boolean => {
  const [quiet, setQuiet] = useState<WaitingRequest | null>(null)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(setQuiet, quietMs, waiting)
    return () => clearTimeout(timer)
  }, [waiting])
  return waiting !== null && quiet === waiting
}
