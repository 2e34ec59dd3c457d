import { atom } from 'jotai/vanilla'
import { adapters } from '../chains/index.ts'
import { type ActiveAccount, activeAccountAtom } from './accounts.ts'
import { activeNetworkAtom } from './networks.ts'

/** One account can be written in another way on each network. */
const displayedAtom = atom<Record<string, string>>({})

/** The active address as people compare it. Until its chain's code is here, as the wallet wrote it. */
export const displayAddressAtom = atom((get) => {
  const account = get(activeAccountAtom)
  return account && (get(displayedAtom)[keyOf(account)] ?? account.address)
})

export const formatAddressAtom = atom(null, async (get, set) => {
  const account = get(activeAccountAtom)
  if (!account || get(displayedAtom)[keyOf(account)] !== undefined) return
  try {
    const adapter = await adapters[account.namespace]()
    const displayed = await adapter.displayAddress(account.address, get(activeNetworkAtom))
    set(displayedAtom, { ...get(displayedAtom), [keyOf(account)]: displayed })
  } catch {
    // The chain's code did not come: it stays as the wallet wrote it, until it is asked for again.
  }
})

const keyOf = ({ caipNetworkId, address }: ActiveAccount): string => `${caipNetworkId}:${address}`
