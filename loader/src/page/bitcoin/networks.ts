import type { CaipNetworkId } from '../../../protocol/frameApi.ts'

/** The first of CAIP-2's reference, and what the interfaces below call each network. */
export const networks: Readonly<Record<CaipNetworkId, { standard: string; unisat: string }>> = {
  'bip122:000000000019d6689c085ae165831e93': { standard: 'bitcoin:mainnet', unisat: 'BITCOIN_MAINNET' },
  'bip122:000000000933ea01ad0ee984209779ba': { standard: 'bitcoin:testnet', unisat: 'BITCOIN_TESTNET' },
  'bip122:00000008819873e925422c1ff0f99f7c': { standard: 'bitcoin:signet', unisat: 'BITCOIN_SIGNET' },
}
