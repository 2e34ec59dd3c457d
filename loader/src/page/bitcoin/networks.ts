import type { CaipNetworkId } from '../../../protocol/api/frameApi.ts'

/** The first of CAIP-2's reference, and the word by which each interface calls the network, each in its own case. */
const names: Readonly<Record<CaipNetworkId, string>> = {
  'bip122:000000000019d6689c085ae165831e93': 'Mainnet',
  'bip122:000000000933ea01ad0ee984209779ba': 'Testnet',
  'bip122:00000008819873e925422c1ff0f99f7c': 'Signet',
}

export const nameOf = (id: CaipNetworkId | undefined): string => names[`${id}`] ?? ''
/** Undefined for those that the interfaces know and nobody here, such as testnet4. */
export const networkNamed = (name: string): CaipNetworkId | undefined =>
  Object.keys(names).find((id) => nameOf(id).toUpperCase() === name.toUpperCase())
