import { refreshBalanceAtom } from '../../features/account/balances.ts'
import { accountsAtom, activeAccountAtom } from '../state/accounts.ts'
import { formatAddressesAtom } from '../state/addresses.ts'
import { isOpenAtom } from '../state/modal.ts'
import { activeNetworkAtom } from '../state/networks.ts'
import { sentTransactionAtom } from '../state/sentTransaction.ts'
import type { EffectContext } from './context.ts'

/** The interval at which an open modal refreshes the balance. */
const everyMs = 30_000

/** Refreshes the balance and the display spelling of the addresses while the modal is open. */
export const keepAccountFresh = ({ store }: EffectContext): void => {
  const refresh = () => {
    if (store.get(isOpenAtom)) void store.set(refreshBalanceAtom)
  }
  const format = () => {
    if (store.get(isOpenAtom)) void store.set(formatAddressesAtom)
  }
  refresh()
  format()
  let timer: ReturnType<typeof setInterval> | undefined
  store.sub(isOpenAtom, () => {
    clearInterval(timer)
    if (!store.get(isOpenAtom)) return
    timer = setInterval(refresh, everyMs)
    void store.set(refreshBalanceAtom, 'opened')
  })
  // Most visitors send nothing, so the code loads with the first transaction.
  store.sub(sentTransactionAtom, () =>
    import('./sentTransaction.ts').then(
      ({ followSentTransaction }) => followSentTransaction(store),
      () => {},
    ),
  )
  for (const source of [activeAccountAtom, activeNetworkAtom]) store.sub(source, refresh)
  for (const source of [isOpenAtom, accountsAtom]) store.sub(source, format)
}
