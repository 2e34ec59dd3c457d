import type { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { retryPairingAtom } from '../../core/state/pairing.ts'
import { backAtom, canGoBackAtom } from '../../router/router.ts'
import { Button } from '../../ui/Button.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { generalMessages } from '../messages.ts'
import { useErrorText, useMessages } from '../useMessages.ts'
import type { ChosenWallet } from './chosenWallet.ts'
import { pairingFailureText } from './failure.ts'
import { walletConnectMessages } from './messages.ts'
import { WalletDiagram } from './WalletDiagram.tsx'

export const PairingFailed = ({ chosen, error }: { chosen: ChosenWallet | null; error: AppError }) => {
  const text = useMessages(walletConnectMessages)
  const errorText = useErrorText()
  const { title, lead } = pairingFailureText(error, text, errorText, chosen?.wallet.name ?? null)
  return (
    <Hero image={<WalletDiagram chosen={chosen} state="stopped" />} title={title}>
      {lead}
    </Hero>
  )
}

export const PairingFailedFoot = () => {
  const text = useMessages(walletConnectMessages)
  const { tryAgain } = useMessages(generalMessages)
  const retry = useSetAtom(retryPairingAtom)
  const back = useSetAtom(backAtom)
  const canGoBack = useAtomValue(canGoBackAtom)
  return (
    <>
      <Button variant="primary" icon="retry" onClick={() => retry()} testId="w3m-connecting-widget-secondary-button">
        {tryAgain}
      </Button>
      {canGoBack && (
        <Button variant="quiet" onClick={() => void back()}>
          {text.chooseAnother}
        </Button>
      )}
    </>
  )
}
