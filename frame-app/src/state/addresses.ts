import { atom } from 'jotai/vanilla'
import { adapters } from '../chains/index.ts'
import { activeAccountAtom } from './accounts.ts'

const displayedAtom = atom<Record<string, string>>({})

/** The active address as people compare it. Until its chain's code is here, as the wallet wrote it. */
export const displayAddressAtom = atom((get) => {
  const account = get(activeAccountAtom)
  return account && (get(displayedAtom)[account.address] ?? account.address)
})

export const formatAddressAtom = atom(null, async (get, set) => {
  const account = get(activeAccountAtom)
  if (!account || get(displayedAtom)[account.address] !== undefined) return
  try {
    const adapter = await adapters[account.namespace]()
    const displayed = await adapter.displayAddress(account.address)
    set(displayedAtom, { ...get(displayedAtom), [account.address]: displayed })
  } catch {
    // The chain's code did not come: it stays as the wallet wrote it, until it is asked for again.
  }
})
