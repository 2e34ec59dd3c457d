import { activeAccountAtom } from '../state/accounts.ts'
import { formatAddressAtom } from '../state/addresses.ts'
import { refreshBalanceAtom } from '../state/balances.ts'
import { openAtom } from '../state/modal.ts'
import { activeNetworkAtom } from '../state/networks.ts'
import type { EffectContext } from './context.ts'

/** While the modal is open, what it shows of the account is current. Closed, it asks for nothing. */
export const keepAccountFresh = ({ store }: EffectContext): void => {
  const refresh = () => {
    if (!store.get(openAtom)) return
    void store.set(formatAddressAtom)
    void store.set(refreshBalanceAtom)
  }
  refresh()
  for (const source of [openAtom, activeAccountAtom, activeNetworkAtom]) store.sub(source, refresh)
}
