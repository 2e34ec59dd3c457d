import type { CaipAddress } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { parseCaipAddress } from '@appkit-frame/loader/protocol/caip/caip.ts'
import { atom } from 'jotai/vanilla'
import { adapters } from '../chains/index.ts'
import { accountsAtom, activeAccountAtom, connectedNamespacesAtom } from './accounts.ts'
import { networksAtom } from './networks.ts'

/** Display addresses by CAIP-10 id, because an account may be spelled differently on each network. */
const displayedAtom = atom<Record<CaipAddress, string>>({})

/** Returns an address in its display spelling, or in the wallet's spelling until the chain's code has loaded. */
export const displayAddressByIdAtom = atom((get) => {
  const displayed = get(displayedAtom)
  return (caipAddress: CaipAddress): string => displayed[caipAddress] ?? parseCaipAddress(caipAddress).address
})
export const activeDisplayAddressAtom = atom((get) => {
  const account = get(activeAccountAtom)
  return account && get(displayAddressByIdAtom)(account.caipAddress)
})

/** Computes the display addresses of all accounts of all connected wallets. */
export const formatAddressesAtom = atom(null, async (get, set) => {
  for (const namespace of get(connectedNamespacesAtom)) {
    const { caipAddress, caipAddresses = [] } = get(accountsAtom)[namespace]
    const given = caipAddress ? [caipAddress, ...caipAddresses] : caipAddresses
    const missing = given.filter((id) => get(displayedAtom)[id] === undefined)
    if (missing.length === 0) continue
    try {
      const adapter = await adapters[namespace]()
      for (const id of missing) {
        const { chainId, address } = parseCaipAddress(id)
        const isOwn = ({ caipNetworkId }: { caipNetworkId: string }) => caipNetworkId === `${namespace}:${chainId}`
        const displayed = await adapter.displayAddress(address, get(networksAtom).find(isOwn) ?? null)
        set(displayedAtom, { ...get(displayedAtom), [id]: displayed })
      }
    } catch {
      // If the code of a chain does not load, addresses keep the wallet's spelling until the next call.
    }
  }
})
