import { refreshBalanceAtom } from '../../features/account/balances.ts'
import { accountsAtom, activeAccountAtom } from '../state/accounts.ts'
import { formatAddressesAtom } from '../state/addresses.ts'
import { isOpenAtom } from '../state/modal.ts'
import { activeNetworkAtom } from '../state/networks.ts'
import { sendToNodeAtom } from '../state/rpc.ts'
import { sentTransactionAtom } from '../state/sentTransaction.ts'
import type { EffectContext, Store } from './context.ts'

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
  store.sub(sentTransactionAtom, () => void followSentTransaction(store))
  for (const source of [activeAccountAtom, activeNetworkAtom]) store.sub(source, refresh)
  for (const source of [isOpenAtom, accountsAtom]) store.sub(source, format)
}

/** The times between the looks for a sent transaction in a block. The open modal refreshes every 30 s anyway. */
const waitsMs = [1_000, 2_000, 3_000, 4_000, 5_000, 5_000, 10_000]

/** Refreshes the balance after a wallet has sent a transaction, until the transaction is in a block. */
const followSentTransaction = async (store: Store): Promise<void> => {
  const sent = store.get(sentTransactionAtom)
  if (!sent) return
  const { answer, caipNetworkId } = sent
  const isHash = typeof answer === 'string' && /^0x[\da-f]{64}$/i.test(answer)
  const isInBlock = async () => {
    const request = { method: 'eth_getTransactionReceipt', params: [answer] }
    return (await store.set(sendToNodeAtom, request, caipNetworkId).catch(() => null)) !== null
  }
  for (const ms of waitsMs) {
    await new Promise((resolve) => setTimeout(resolve, ms))
    const isDone = isHash && (await isInBlock())
    // Without a hash, the balance itself shows whether the transaction is in a block.
    if (isDone || !isHash) await store.set(refreshBalanceAtom, 'opened')
    if (isDone) return
  }
}
