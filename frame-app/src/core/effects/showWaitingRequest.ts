import { isOpenAtom } from '../state/modal.ts'
import { waitingRequestAtom } from '../state/waitingRequest.ts'
import type { EffectContext } from './context.ts'

/** Opens the modal while a request waits in a wallet outside this browser, and closes it after the answer. */
export const showWaitingRequest = ({ store, host, navigation }: EffectContext): void => {
  const follow = async (): Promise<void> => {
    const isOpen = store.get(isOpenAtom)
    const isShown = navigation.view() === 'ConfirmInWallet'
    if (store.get(waitingRequestAtom)) {
      // An open modal goes on with what the visitor does there.
      if (!isOpen) await host.open()
    } else if (isOpen && isShown) await navigation.close(true)
  }
  // Calls to the page fail only if the page removed the frame.
  const start = () => void follow().catch(() => {})
  store.sub(waitingRequestAtom, start)
  start()
}
