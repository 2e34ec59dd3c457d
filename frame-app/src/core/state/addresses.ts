import type { CaipAddress } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { parseCaipAddress } from '@appkit-frame/loader/protocol/caip/caip.ts'
import { atom } from 'jotai/vanilla'
import { adapters } from '../chains/index.ts'
import { accountsAtom, activeAccountAtom, connectedNamespacesAtom } from './accounts.ts'
import { networksAtom } from './networks.ts'

/** By CAIP-10: one account can be written in another way on each network. */
const displayedAtom = atom<Record<CaipAddress, string>>({})

/** An address as people compare it. Until its chain's code is here, as the wallet wrote it. */
export const displayOfAtom = atom((get) => {
  const displayed = get(displayedAtom)
  return (caipAddress: CaipAddress): string => displayed[caipAddress] ?? parseCaipAddress(caipAddress).address
})
export const displayAddressAtom = atom((get) => {
  const account = get(activeAccountAtom)
  return account && get(displayOfAtom)(account.caipAddress)
})

/** Of all connected wallets, each account that they gave. */
export const formatAddressesAtom = atom(null, async (get, set) => {
  for (const namespace of get(connectedNamespacesAtom)) {
    const { caipAddress, caipAddresses = [] } = get(accountsAtom)[namespace]
    const given = caipAddress ? [caipAddress, ...caipAddresses] : caipAddresses
    const missing = given.filter((one) => get(displayedAtom)[one] === undefined)
    if (missing.length === 0) continue
    try {
      const adapter = await adapters[namespace]()
      for (const one of missing) {
        const { chainId, address } = parseCaipAddress(one)
        const isOwn = ({ caipNetworkId }: { caipNetworkId: string }) => caipNetworkId === `${namespace}:${chainId}`
        const displayed = await adapter.displayAddress(address, get(networksAtom).find(isOwn) ?? null)
        set(displayedAtom, { ...get(displayedAtom), [one]: displayed })
      }
    } catch {
      // The chain's code did not come: it stays as the wallet wrote it, until it is asked for again.
    }
  }
})
