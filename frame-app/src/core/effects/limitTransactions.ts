import { atom } from 'jotai/vanilla'
import { networksAtom } from '../state/networks.ts'
import { optionsAtom } from '../state/options.ts'
import type { EffectContext } from './context.ts'

/** The networks of the site in one text, if the modal shows a banner on other networks. */
const allowedNetworksAtom = atom((get) =>
  get(optionsAtom).unsupportedChain === 'banner'
    ? get(networksAtom)
        .map(({ caipNetworkId }) => caipNetworkId)
        .join()
    : '',
)

/** Has the page refuse transactions while its wallet is on a network that the project lacks. */
export const limitTransactions = ({ store, host }: EffectContext): void => {
  const tell = (): void => {
    const allowed = store.get(allowedNetworksAtom)
    // If the call fails, the page is gone or lacks the method, and sends as before.
    host.allowTransactions(allowed ? allowed.split(',') : []).catch(() => {})
  }
  store.sub(allowedNetworksAtom, tell)
  tell()
}
