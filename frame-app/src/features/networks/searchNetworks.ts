import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'

/** Finds networks by name, currency symbol or chain id. */
export const searchNetworks = (networks: Network[], query: string): Network[] => {
  const term = query.trim().toLowerCase()
  if (term === '') return networks
  return networks.filter(
    ({ name, id, nativeCurrency }) =>
      name.toLowerCase().includes(term) || nativeCurrency.symbol.toLowerCase() === term || id === term,
  )
}
