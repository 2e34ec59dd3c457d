import { atom } from 'jotai/vanilla'
import { activeAccountAtom } from '../state/accounts.ts'
import { isNetworkSupportedAtom } from '../state/networks.ts'
import { optionsAtom } from '../state/options.ts'
import type { EffectContext } from './context.ts'

/** The network on which the page may send no transaction, because the modal shows the banner there. */
const refusedNetworkIdAtom = atom((get) =>
  get(optionsAtom).unsupportedChain === 'banner' && !get(isNetworkSupportedAtom)
    ? (get(activeAccountAtom)?.caipNetworkId ?? '')
    : '',
)

/** Has the page refuse transactions while its wallet is on a network that the project lacks. */
export const refuseTransactions = ({ store, host }: EffectContext): void => {
  const tell = (): void => {
    // If the call fails, the page is gone or lacks the method, and sends as before.
    host.refuseTransactions(store.get(refusedNetworkIdAtom)).catch(() => {})
  }
  store.sub(refusedNetworkIdAtom, tell)
  if (store.get(refusedNetworkIdAtom)) tell()
}
