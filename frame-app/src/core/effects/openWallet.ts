import { openAtom } from '../state/modal.ts'
import { waitingRequestAtom } from '../state/waitingRequest.ts'
import type { EffectContext } from './context.ts'

/** On a phone the wallet is an app behind this page: while a request waits there, the modal shows the way to it. */
export const showWayToWallet = ({ store, host, navigation }: EffectContext): void => {
  const follow = async (): Promise<void> => {
    const isOpen = store.get(openAtom)
    const isShown = navigation.view() === 'ConfirmInWallet'
    if (store.get(waitingRequestAtom)) {
      // A visitor who has the modal open already sees what happens there.
      if (!isOpen) await host.open()
    } else if (isOpen && isShown) await navigation.close(true)
  }
  // A page that does not hear this anymore has let go of the frame.
  const start = () => void follow().catch(() => {})
  store.sub(waitingRequestAtom, start)
  start()
}
