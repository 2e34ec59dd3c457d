import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { useMessages } from '../useMessages.ts'
import { CopyLink } from './CopyLink.tsx'
import type { ChosenWallet } from './chosenWallet.ts'
import { GetWalletLink } from './GetWalletLink.tsx'
import { walletConnectMessages } from './messages.ts'
import type { WalletOpening } from './useOpening.ts'
import { WalletDiagram } from './WalletDiagram.tsx'

type Props = { chosen: ChosenWallet; opening: WalletOpening }

/** Shows the link that opens a wallet: an app on this device, or a web page. */
export const OpenApp = ({ chosen, opening: { link, isLate } }: Props) => {
  const text = useMessages(walletConnectMessages)
  const { name } = chosen.wallet
  if (link === 'none')
    return (
      <Hero image={<WalletDiagram chosen={chosen} state="ready" />} title={fillText(text.notOpened, { wallet: name })}>
        {fillText(text.notOpenedNext, { wallet: name })}
      </Hero>
    )
  return (
    <Hero
      image={<WalletDiagram chosen={chosen} state="waiting" />}
      title={isLate ? fillText(text.stillWaiting, { wallet: name }) : fillText(text.continueIn, { wallet: name })}
    >
      {isLate ? fillText(text.stillWaitingNext, { wallet: name }) : text.acceptRequest}
    </Hero>
  )
}

export const OpenAppFoot = ({ chosen, opening: { uri, link, isLate, open, reset } }: Props) => {
  const text = useMessages(walletConnectMessages)
  const openWallet = fillText(text.openWallet, { wallet: chosen.wallet.name })
  return (
    <>
      {link === 'preparing' && (
        <Button variant="primary" isBusy onClick={() => {}}>
          {openWallet}
        </Button>
      )}
      {link !== 'preparing' && link !== 'none' && (
        <ButtonLink variant="primary" icon="open" href={link} onClick={open} testId="open-wallet">
          {openWallet}
        </ButtonLink>
      )}
      {isLate ? (
        <Button icon="retry" onClick={reset}>
          {text.reset}
        </Button>
      ) : (
        <CopyLink uri={uri} variant={link === 'none' ? 'primary' : 'plain'} />
      )}
      <GetWalletLink chosen={chosen} />
    </>
  )
}
