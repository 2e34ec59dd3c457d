import type { CaipAddress, CaipNetworkId } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type {
  AccountBalance,
  AccountBalancesResponse,
  MissingBalance,
  NativeBalanceResponse,
} from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { formatUnits } from 'viem'
import type { ServedNetwork } from '../../config/networks.ts'
import type { PricedAsset } from '../prices/priceAdaptor.ts'
import type { Prices } from '../prices/prices.ts'
import type { AccountTokens } from './tokenBalances.ts'

/** The parts of an account on one network. */
export type NetworkBalances = { served: ServedNetwork; native: NativeBalanceResponse; tokens: AccountTokens }

type Held = { balance: AccountBalance; asset: PricedAsset; amount: bigint }

/**
 * Writes the answer of the balance route, with the prices that are known. A part that is unknown is listed as missing
 * and never as zero. A token that imitates another one gets no price.
 */
export const writeBalances = async (
  read: readonly NetworkBalances[],
  iconOrigin: string,
  readPrices: (assets: PricedAsset[]) => ReturnType<Prices>,
): Promise<AccountBalancesResponse> => {
  const held = read.flatMap((network) => writeAmounts(network, iconOrigin))
  const priced = held.filter(({ balance }) => balance.imitates === undefined).map(({ asset }) => asset)
  const quotes = new Map((await readPrices(priced)).map((quote, index) => [priced[index], quote]))
  const failures = new Map<CaipNetworkId, MissingBalance>()
  const balances = held.map(({ balance, asset, amount }): AccountBalance => {
    const { price, failure } = quotes.get(asset) ?? {}
    if (failure) failures.set(balance.chainId, { part: 'prices', chainId: balance.chainId, ...failure })
    if (price === undefined) return balance
    return { ...balance, price, value: Number(formatUnits(amount, asset.decimals)) * price }
  })
  return {
    balances,
    missing: [...read.flatMap(writeMissing), ...failures.values()],
    searched: read.flatMap(({ served, tokens: { searched } }) =>
      searched ? [{ chainId: served.network.caipNetworkId, ...searched }] : [],
    ),
  }
}

const writeAmounts = ({ served, native, tokens }: NetworkBalances, iconOrigin: string): Held[] => {
  const { caipNetworkId: chainId, nativeCurrency } = served.network
  const icon = (symbol: string) => ({ iconUrl: `${iconOrigin}/public/getTokenImage/${encodeURIComponent(symbol)}` })
  const held: Held[] = []
  if (native.balance !== null) {
    const { name, symbol, decimals } = nativeCurrency
    const quantity = { decimals: String(decimals), numeric: native.balance }
    held.push({
      balance: { name, symbol, chainId, quantity, ...icon(symbol) },
      asset: { chainId, decimals },
      amount: BigInt(native.balance),
    })
  }
  for (const { name, symbol, decimals, address, amount, isListed, imitates } of tokens.tokens) {
    const quantity = { decimals: String(decimals), numeric: String(amount) }
    held.push({
      balance: {
        name,
        symbol,
        chainId,
        address: caipAddress(chainId, address),
        quantity,
        ...(isListed && icon(symbol)),
        ...(imitates !== undefined && { imitates }),
      },
      asset: { chainId, address, decimals },
      amount,
    })
  }
  return held
}

const writeMissing = ({ served, native, tokens }: NetworkBalances): MissingBalance[] => {
  const { caipNetworkId: chainId } = served.network
  const missing: MissingBalance[] = []
  if (native.balance === null) {
    const { balance: _, ...why } = native
    missing.push({ part: 'native', chainId, ...why })
  }
  for (const { address, ...why } of tokens.missing)
    missing.push({ part: 'tokens', chainId, ...(address && { address: caipAddress(chainId, address) }), ...why })
  return missing
}

/** A CAIP-10 id may not contain the slash of a denomination such as `ibc/27394F…`. */
const caipAddress = (chainId: string, address: string): CaipAddress =>
  `${chainId}:${encodeURIComponent(address)}` as CaipAddress
