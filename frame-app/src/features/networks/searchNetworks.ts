import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'

/** Finds networks by name, currency symbol or chain id. */
export const searchNetworks = (networks: Network[], query: string): Network[] => {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return networks
  return networks.filter(
    ({ name, id, nativeCurrency }) =>
      name.toLowerCase().includes(wanted) || nativeCurrency.symbol.toLowerCase() === wanted || id === wanted,
  )
}
