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

/** Writes the answer of the balance route. A part that is unknown is listed as missing and never as zero. */
export const writeBalances = (read: readonly NetworkBalances[], iconOrigin: string): AccountBalancesResponse => ({
  balances: read.flatMap((network) => writeAmounts(network, iconOrigin)),
  missing: read.flatMap(writeMissing),
  searched: read.flatMap(({ served, tokens: { searched } }) =>
    searched ? [{ chainId: served.network.caipNetworkId, ...searched }] : [],
  ),
})

const writeAmounts = ({ served, native, tokens }: NetworkBalances, iconOrigin: string): AccountBalance[] => {
  const { caipNetworkId: chainId, nativeCurrency } = served.network
  const icon = (symbol: string) => ({ iconUrl: `${iconOrigin}/public/getTokenImage/${encodeURIComponent(symbol)}` })
  const balances: AccountBalance[] = []
  if (native.balance !== null) {
    const { name, symbol, decimals } = nativeCurrency
    const quantity = { decimals: String(decimals), numeric: native.balance }
    balances.push({ name, symbol, chainId, quantity, ...icon(symbol) })
  }
  for (const { name, symbol, decimals, address, amount, isListed, imitates } of tokens.tokens) {
    const quantity = { decimals: String(decimals), numeric: String(amount) }
    balances.push({
      name,
      symbol,
      chainId,
      address: caipAddress(chainId, address),
      quantity,
      ...(isListed && icon(symbol)),
      ...(imitates !== undefined && { imitates }),
    })
  }
  return balances
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

/** Adds the prices that are known. A token that imitates another one gets no price. */
export const addPrices = async (
  { balances, missing, ...rest }: AccountBalancesResponse,
  read: (assets: PricedAsset[]) => ReturnType<Prices>,
): Promise<AccountBalancesResponse> => {
  const assets = balances.map(({ chainId, address, quantity }) => ({
    chainId,
    address: address === undefined ? undefined : decodeURIComponent(address.slice(chainId.length + 1)),
    decimals: Number(quantity.decimals),
  }))
  const priced = assets.filter((_, index) => balances[index]?.imitates === undefined)
  const quotes = new Map((await read(priced)).map((quote, index) => [priced[index], quote]))
  const failures = new Map<CaipNetworkId, MissingBalance>()
  const all = balances.map((balance, index): AccountBalance => {
    const { price, failure } = quotes.get(assets[index]) ?? {}
    if (failure) failures.set(balance.chainId, { part: 'prices', chainId: balance.chainId, ...failure })
    if (price === undefined) return balance
    const amount = Number(formatUnits(BigInt(balance.quantity.numeric), Number(balance.quantity.decimals)))
    return { ...balance, price, value: amount * price }
  })
  return { ...rest, balances: all, missing: [...missing, ...failures.values()] }
}
