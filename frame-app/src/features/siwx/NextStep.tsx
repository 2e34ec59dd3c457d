import { useAtomValue, useSetAtom } from 'jotai/react'
import { finishAtom } from '../../router/finish.ts'
import { showToastAtom } from '../../state/notices.ts'
import { signInModeAtom } from '../../state/signIn.ts'
import { type SignInAttempt, signInAtom } from '../../state/siwx.ts'
import { waitingRequestAtom } from '../../state/waitingRequest.ts'
import { Foot } from '../../ui/Body.tsx'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { useMessages } from '../language.ts'
import { useDisconnect } from '../useDisconnect.ts'
import { useOpenApp } from '../useOpenApp.ts'
import { en } from './messages.ts'
import styles from './NextStep.module.css'

export const NextStep = ({ attempt: { status } }: { attempt: SignInAttempt }) => {
  const text = useMessages('siwx', en)
  const sign = useSign()
  const isSigning = status === 'signing' || status === 'done'
  const signButton = (
    <Button variant="primary" busy={isSigning} onClick={() => void sign()} testId="w3m-connecting-siwe-sign">
      {isSigning ? text.signing : text.sign}
    </Button>
  )
  if (!isSigning && status !== 'idle')
    return (
      <Foot>
        {signButton}
        <Leave isQuiet />
      </Foot>
    )
  return (
    <Foot>
      {isSigning && <WayToWallet />}
      <div className={styles.pair}>
        <Leave />
        {signButton}
      </div>
    </Foot>
  )
}

const useSign = (): (() => Promise<void>) => {
  const text = useMessages('siwx', en)
  const signIn = useSetAtom(signInAtom)
  const finish = useSetAtom(finishAtom)
  const showToast = useSetAtom(showToastAtom)
  return async () => {
    const result = await signIn()
    if (result === 'declined') showToast({ variant: 'error', message: text.signatureDeclined })
    else if (result) await finish(result)
  }
}

/** Who has to sign in leaves with the wallet; who need not stays connected. */
const Leave = ({ isQuiet = false }: { isQuiet?: boolean }) => {
  const text = useMessages('siwx', en)
  const isRequired = useAtomValue(signInModeAtom) === 'required'
  const finish = useSetAtom(finishAtom)
  const { disconnect, isBusy } = useDisconnect(text.disconnectFailed)
  const leave = () => void (isRequired ? disconnect() : finish())
  const quiet = isBusy ? text.disconnecting : isRequired ? text.disconnect : text.notNow
  return (
    <Button variant={isQuiet ? 'quiet' : 'plain'} busy={isBusy} onClick={leave} testId="w3m-connecting-siwe-cancel">
      {isQuiet ? quiet : text.cancel}
    </Button>
  )
}

/** On a phone the wallet is an app behind this page. */
const WayToWallet = () => {
  const text = useMessages('siwx', en)
  const waiting = useAtomValue(waitingRequestAtom)
  const openApp = useOpenApp()
  return (
    waiting && (
      <ButtonLink variant="primary" icon="open" href={waiting.link} onClick={openApp} testId="open-wallet">
        {text.openWallet(waiting.walletName)}
      </ButtonLink>
    )
  )
}
