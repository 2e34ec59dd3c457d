import { isOpenAtom } from '../state/modal.ts'
import { waitingRequestAtom } from '../state/waitingRequest.ts'
import type { EffectContext } from './context.ts'

/** On a phone, opens the modal with a link to the wallet app while a request waits in that app. */
export const showWalletLink = ({ store, host, navigation }: EffectContext): void => {
  const follow = async (): Promise<void> => {
    const isOpen = store.get(isOpenAtom)
    const isShown = navigation.view() === 'ConfirmInWallet'
    if (store.get(waitingRequestAtom)) {
      // An open modal shows the link without this effect.
      if (!isOpen) await host.open()
    } else if (isOpen && isShown) await navigation.close(true)
  }
  // Calls to the page fail only if the page removed the frame.
  const start = () => void follow().catch(() => {})
  store.sub(waitingRequestAtom, start)
  start()
}
