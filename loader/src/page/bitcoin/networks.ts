import type { CaipNetworkId } from '../../../protocol/api/frameApi.ts'

/** The name of each network by its CAIP-2 id. Each wallet interface writes the name in a different case. */
const names: Readonly<Record<CaipNetworkId, string>> = {
  'bip122:000000000019d6689c085ae165831e93': 'Mainnet',
  'bip122:000000000933ea01ad0ee984209779ba': 'Testnet',
  'bip122:00000008819873e925422c1ff0f99f7c': 'Signet',
}

export const bitcoinNetworkName = (id: CaipNetworkId | undefined): string => names[`${id}`] ?? ''
/** Returns the CAIP-2 id of a named network. Undefined for a network that is not in the list, such as testnet4. */
export const bitcoinNetworkByName = (name: string): CaipNetworkId | undefined =>
  Object.keys(names).find((id) => bitcoinNetworkName(id).toUpperCase() === name.toUpperCase())
