import { atom } from 'jotai/vanilla'
import { createRequestCache, type RequestCache } from '../../core/api/cache.ts'
import { adapters } from '../../core/chains/index.ts'
import { floorAmount } from '../../core/domain/amount.ts'
import { balanceKey } from '../../core/domain/rememberedAccount.ts'
import { activeAccountAtom } from '../../core/state/accounts.ts'
import { addedNetworksAtom } from '../../core/state/hostNetworks.ts'
import { activeNetworkAtom } from '../../core/state/networks.ts'
import { showAlertAtom } from '../../core/state/notices.ts'
import { bootstrapAtom } from '../../core/state/options.ts'
import { rpcAtom } from '../../core/state/rpc.ts'
import { readStorageAtom, writeStorageAtom } from '../../core/state/storage.ts'

/**
 * The balance of the active account on the active network. If a refresh fails, the old amount stays and becomes stale.
 */
export type NativeBalance =
  | { status: 'loading'; symbol: string }
  | { status: 'ready'; text: string; symbol: string }
  /** The balance of an earlier visit, until the first read of this visit ends. */
  | { status: 'earlier'; text: string; symbol: string }
  /** `at` is the time of the last successful read of the balance. */
  | { status: 'stale'; text: string; symbol: string; at: number }
  | { status: 'failed'; symbol: string }
  /**
   * There is no balance to show: no account is connected, its network is not supported, or its namespace has no
   * balances.
   */
  | { status: 'unknown'; symbol: string }

/**
 * A balance read from the server counts as current for `freshMs`. After a failed read, the next read waits for
 * `guardMs`.
 */
const freshMs = 30_000
const guardMs = 30_000

type Known = { status: 'known' | 'earlier'; amount: bigint; at: number; isStale: boolean }
type Entry = Known | { status: 'failed' } | { status: 'unavailable' }

const entriesAtom = atom<Record<string, Entry>>({})
const entryOfAtom = atom((get) => {
  const { caipAddress, amount, at } = Object(get(readStorageAtom)(balanceKey))
  return (key: string): Entry | undefined =>
    get(entriesAtom)[key] ?? (caipAddress === key ? readStored(amount, at) : undefined)
})
const readStored = (amount: unknown, at: unknown): Known | undefined =>
  typeof amount === 'string' && /^\d{1,78}$/.test(amount) && typeof at === 'number'
    ? { status: 'earlier', amount: BigInt(amount), at, isStale: false }
    : undefined
const cacheAtom = atom((): RequestCache<bigint> => createRequestCache({ freshMs, guardMs }))

const subjectAtom = atom((get) => {
  const account = get(activeAccountAtom)
  const network = get(activeNetworkAtom)
  if (!account || !network) return null
  return { key: `${network.caipNetworkId}:${account.address}`, account, network }
})

export const nativeBalanceAtom = atom((get): NativeBalance => {
  const subject = get(subjectAtom)
  if (!subject) return { status: 'unknown', symbol: get(activeNetworkAtom)?.nativeCurrency.symbol ?? '' }
  const { symbol, decimals } = subject.network.nativeCurrency
  const entry = get(entryOfAtom)(subject.key)
  if (!entry) return { status: 'loading', symbol }
  if (entry.status === 'unavailable') return { status: 'unknown', symbol }
  if (entry.status === 'failed') return { status: 'failed', symbol }
  const text = floorAmount(entry.amount, decimals)
  if (entry.isStale) return { status: 'stale', text, symbol, at: entry.at }
  return { status: entry.status === 'earlier' ? 'earlier' : 'ready', text, symbol }
})

/** True while the balance of the account on display is refreshed. */
export const isRefreshingAtom = atom((get) => get(refreshingKeyAtom) === get(subjectAtom)?.key)
const refreshingKeyAtom = atom<string | null>(null)

/**
 * Why the balance is read: the visitor pressed refresh, the modal opened, or some time passed. Only the last accepts a
 * cached balance. Before a visit the visitor may have sent a transaction, of which the modal knows nothing.
 */
type Reason = 'pressed' | 'opened' | 'elapsed'

export const refreshBalanceAtom = atom(null, async (get, set, reason: Reason = 'elapsed') => {
  const subject = get(subjectAtom)
  if (!subject) return
  const { key, account, network } = subject
  const cache = get(cacheAtom)
  const setEntry = (entry: Entry) => set(entriesAtom, { ...get(entriesAtom), [key]: entry })
  const isForced = reason !== 'elapsed'
  if (isForced) cache.forget(key)
  // A balance on display would flicker at each visit.
  if (reason !== 'opened') set(refreshingKeyAtom, key)
  try {
    const adapter = await adapters[account.namespace]()
    // The server has no node for a network that the page added.
    const isServed = !get(addedNetworksAtom).some(({ caipNetworkId }) => caipNetworkId === network.caipNetworkId)
    if (adapter.features.balance && isServed) {
      const reads = { rpc: get(rpcAtom), projectId: get(bootstrapAtom).projectId, isForced }
      const amount = await cache.get(key, () => adapter.balance(reads, network, account.address))
      const at = cache.writtenAt(key) ?? Date.now()
      setEntry({ status: 'known', amount, at, isStale: false })
      // The visitor may have disconnected meanwhile, and then expects nothing to stay.
      if (get(subjectAtom)?.key === key)
        set(writeStorageAtom, balanceKey, { caipAddress: key, amount: String(amount), at })
    } else setEntry({ status: 'unavailable' })
  } catch (error) {
    // The component `Balance` shows the failure with a button to try again.
    set(showAlertAtom, error)
    const last = get(entryOfAtom)(key)
    setEntry(last && 'amount' in last ? { ...last, isStale: true } : { status: 'failed' })
  }
  if (get(refreshingKeyAtom) === key) set(refreshingKeyAtom, null)
})
