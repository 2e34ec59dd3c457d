import type { NodeClient } from '../../rpc/upstreams/nodeClient.ts'

export const currencies = ['usd', 'eur', 'gbp', 'aud', 'cad', 'inr', 'jpy', 'btc', 'eth'] as const
export type Currency = (typeof currencies)[number]

/** A token, or the currency of a network if `address` is undefined. */
export type PricedAsset = { chainId: string; address?: string | undefined; decimals: number }

export type PriceRequest = {
  /** Reads from the adaptor's URL. Rejects with an `AppError`. */
  ask<Answer>(read: (client: NodeClient) => Promise<Answer>): Promise<Answer>
  currency: Currency
  assets: readonly PricedAsset[]
}

export type PriceAdaptor = {
  currencies: readonly Currency[]
  /** Returns the prices that the adaptor knows. Throws an `AppError` if it can't answer. */
  read(request: PriceRequest): Promise<ReadonlyMap<PricedAsset, number>>
}

/** A price above this is an error of its source. */
const highestPrice = 1e12

/** Undefined if the value is no price. */
export const readPrice = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 && value <= highestPrice ? value : undefined

type PriceNetwork = { defillama: string; coingecko: string; coin: string }
/** The names that the sources give to networks, and CoinGecko's id of the network's currency. */
export const priceNetworks: ReadonlyMap<string, PriceNetwork> = new Map([
  ['eip155:1', { defillama: 'ethereum', coingecko: 'ethereum', coin: 'ethereum' }],
  ['eip155:10', { defillama: 'optimism', coingecko: 'optimistic-ethereum', coin: 'ethereum' }],
  ['eip155:56', { defillama: 'bsc', coingecko: 'binance-smart-chain', coin: 'binancecoin' }],
  ['eip155:100', { defillama: 'xdai', coingecko: 'xdai', coin: 'xdai' }],
  ['eip155:137', { defillama: 'polygon', coingecko: 'polygon-pos', coin: 'polygon-ecosystem-token' }],
  ['eip155:324', { defillama: 'era', coingecko: 'zksync', coin: 'ethereum' }],
  ['eip155:8453', { defillama: 'base', coingecko: 'base', coin: 'ethereum' }],
  ['eip155:42161', { defillama: 'arbitrum', coingecko: 'arbitrum-one', coin: 'ethereum' }],
  ['eip155:43114', { defillama: 'avax', coingecko: 'avalanche', coin: 'avalanche-2' }],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', { defillama: 'solana', coingecko: 'solana', coin: 'solana' }],
  ['bip122:000000000019d6689c085ae165831e93', { defillama: 'bitcoin', coingecko: 'bitcoin', coin: 'bitcoin' }],
  ['polkadot:91b171bb158e2d3848fa23a9f1c25182', { defillama: 'polkadot', coingecko: 'polkadot', coin: 'polkadot' }],
  ['cosmos:cosmoshub-4', { defillama: 'cosmos', coingecko: 'cosmos', coin: 'cosmos' }],
])
