import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { goToNetworkAtom } from '../../core/state/goToNetwork.ts'
import { showToastAtom } from '../../core/state/notices.ts'
import { waitingRequestAtom } from '../../core/state/waitingRequest.ts'
import { closeWithOutcomeAtom } from '../../router/finish.ts'
import { ViewFoot } from '../../ui/Body.tsx'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { useDisconnect } from '../useDisconnect.ts'
import { useMessages } from '../useMessages.ts'
import { useOpenApp } from '../useOpenApp.ts'
import { signInMessages } from './messages.ts'
import styles from './NextSignInStep.module.css'
import { otherSessionNetworkAtom } from './sessionAtoms.ts'
import { signInModeAtom } from './signInAtoms.ts'
import { cancelSignInAtom, type SignInAttempt } from './signInAttempt.ts'
import { signInAtom } from './siwx.ts'

export const NextSignInStep = ({ attempt: { status } }: { attempt: SignInAttempt }) => {
  const text = useMessages(signInMessages)
  const sign = useSign()
  const isSigning = status === 'signing' || status === 'done'
  const signButton = (
    <Button variant="primary" isBusy={isSigning} onClick={() => void sign()} testId="w3m-connecting-siwe-sign">
      {isSigning ? text.signing : text.sign}
    </Button>
  )
  if (!isSigning && status !== 'idle' && status !== 'cancelled')
    return (
      <ViewFoot>
        {signButton}
        <Leave />
      </ViewFoot>
    )
  return (
    <ViewFoot>
      {isSigning && <OpenWalletLink />}
      <div className={styles.pair}>
        <Cancel />
        {signButton}
      </div>
    </ViewFoot>
  )
}

const useSign = (): (() => Promise<void>) => {
  const text = useMessages(signInMessages)
  const signIn = useSetAtom(signInAtom)
  const finish = useSetAtom(closeWithOutcomeAtom)
  const showToast = useSetAtom(showToastAtom)
  return async () => {
    const result = await signIn()
    if (result === 'declined') showToast({ variant: 'error', message: text.signatureDeclined })
    else if (result) await finish(result)
  }
}

/**
 * Leaves a failed sign-in. This disconnects the wallet if the sign-in is required; otherwise the wallet stays
 * connected.
 */
const Leave = () => {
  const text = useMessages(signInMessages)
  const isRequired = useAtomValue(signInModeAtom) === 'required'
  const finish = useSetAtom(closeWithOutcomeAtom)
  const cancel = useSetAtom(cancelSignInAtom)
  const { disconnect, isBusy } = useDisconnect(text.disconnectFailed)
  const leave = async () => {
    cancel()
    await (isRequired ? disconnect() : finish())
  }
  return (
    <Button variant="quiet" isBusy={isBusy} onClick={() => void leave()} testId="w3m-connecting-siwe-cancel">
      {isBusy ? text.disconnecting : isRequired ? text.disconnect : text.notNow}
    </Button>
  )
}

/**
 * Cancels the sign-in. If the account has a session on another network, the wallet is asked to switch back to that
 * network.
 */
const Cancel = () => {
  const text = useMessages(signInMessages)
  const isRequired = useAtomValue(signInModeAtom) === 'required'
  const networkId = useAtomValue(otherSessionNetworkAtom)
  const finish = useSetAtom(closeWithOutcomeAtom)
  const cancel = useSetAtom(cancelSignInAtom)
  const goToNetwork = useSetAtom(goToNetworkAtom)
  const { disconnect, isBusy } = useDisconnect(text.disconnectFailed)
  const goBack = async (caipNetworkId: string) => {
    try {
      await goToNetwork(caipNetworkId)
    } catch {
      // If the switch fails, the wallet keeps its network and the view stays.
    }
  }
  const leave = async () => {
    cancel()
    await (!isRequired ? finish() : networkId ? goBack(networkId) : disconnect())
  }
  return (
    <Button isBusy={isBusy} onClick={() => void leave()} testId="w3m-connecting-siwe-cancel">
      {text.cancel}
    </Button>
  )
}

/** On a phone the visitor has to open the wallet app to sign. */
const OpenWalletLink = () => {
  const text = useMessages(signInMessages)
  const waiting = useAtomValue(waitingRequestAtom)
  const openApp = useOpenApp()
  return (
    waiting?.link && (
      <ButtonLink variant="primary" icon="open" href={waiting.link} onClick={openApp} testId="open-wallet">
        {fillText(text.openWallet, { wallet: waiting.walletName })}
      </ButtonLink>
    )
  )
}
