import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { isSameName } from '@appkit-frame/loader/protocol/messages/tokenNames.ts'
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  erc20Abi_bytes32,
  formatUnits,
  type Hex,
  hexToString,
} from 'viem'
import { formatNumber, formatText } from '../../approval/formatText.ts'
import { messages } from '../../approval/messages.ts'
import type { PricedAmount } from '../../approval/proposal.ts'
import type { NodeClient } from '../../session/node.ts'
import type { ListedToken, TokenList, TokenLists } from '../../session/tokenList.ts'
import { shortAddress } from '../../ui/addressText.ts'
import type { Asset } from '../decode/action.ts'
import { type ShownText, shownText } from '../decode/shownText.ts'
import type { SimulatedAllowance } from '../simulate/effects.ts'

/**
 * The facts of a token contract. `decimals` is null for collectibles. `isKnown`: a list names the token, or the wallet
 * holds it. `imitates`: a listed token at another address that has the same name.
 */
type TokenFacts = {
  symbol: ShownText
  /** The name in a list. Absent for a token that no list names. */
  name?: string
  /** The icon in a list, as a path of the wallet's own origin. */
  icon?: string
  /** The symbol that the contract gives itself. Only for answers to the site, never for a card. */
  ownSymbol: string
  decimals: number | null
  isKnown: boolean
  imitates?: string
}
export type Tokens = ReadonlyMap<string, TokenFacts>

/** Reads the facts of each token once, as soon as a part of the request names it. */
export type TokenReader = {
  start(addresses: readonly Address[]): void
  read(addresses: readonly Address[]): Promise<Tokens>
}

const tokenLimit = 30

type TokenSource = { node: NodeClient; tokenLists: TokenLists }

export const createTokenReader = (
  { node, tokenLists }: TokenSource,
  network: Network,
  account: string,
): TokenReader => {
  const list = tokenLists.read(network.caipNetworkId)
  const facts = new Map<string, Promise<TokenFacts>>()
  const start: TokenReader['start'] = (addresses) => {
    for (const address of addresses) {
      const key = address.toLowerCase()
      if (facts.has(key) || facts.size >= tokenLimit) continue
      const found = list.then((known) => readFacts(node, network, account, address, known))
      found.catch(() => undefined)
      facts.set(key, found)
    }
  }
  return {
    start,
    read: async (addresses) => {
      start(addresses)
      const wanted = [...new Set(addresses.map((address) => address.toLowerCase()))]
      const read = wanted.map(async (key): Promise<[string, TokenFacts][]> => {
        const found = await facts.get(key)
        return found ? [[key, found]] : []
      })
      return new Map((await Promise.all(read)).flat())
    },
  }
}

export const readTokens = (
  source: TokenSource,
  network: Network,
  account: string,
  addresses: readonly Address[],
): Promise<Tokens> => createTokenReader(source, network, account).read(addresses)

const readFacts = async (
  node: NodeClient,
  { caipNetworkId, nativeCurrency }: Network,
  account: string,
  to: Address,
  list: TokenList,
): Promise<TokenFacts> => {
  const call = async (data: Hex): Promise<Hex | null> => {
    const answered = await node.ask(caipNetworkId, 'eth_call', [{ to, data }, 'latest']).catch(() => null)
    return typeof answered === 'string' && /^0x[0-9a-fA-F]+$/.test(answered) ? (answered as Hex) : null
  }
  const listed = list.find(to)
  if (listed) return listedFacts(listed)
  const plain = (functionName: 'symbol' | 'name' | 'decimals') =>
    call(encodeFunctionData({ abi: erc20Abi, functionName }))
  const [symbol, name, decimals, balance] = await Promise.all([
    plain('symbol'),
    plain('name'),
    plain('decimals'),
    call(encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account as Address] })),
  ])
  const own = readText(symbol)
  const names = [own, readText(name)]
  const coins = [nativeCurrency.symbol, nativeCurrency.name]
  const isCoin = names.some((text) => coins.some((coin) => isSameName(coin, text)))
  const original = isCoin ? nativeCurrency : names.map((text) => list.findByName(text)).find(Boolean)
  const isHeld = balance?.length === 66 && BigInt(balance) > 0n
  const isKnown = isHeld && !original && own !== ''
  return {
    symbol: isKnown ? shownText(own) : unknownToken(to),
    ownSymbol: shownText(own).text,
    decimals: readDecimals(decimals),
    isKnown,
    ...(original && { imitates: original.symbol }),
  }
}

const listedFacts = ({ symbol, name, decimals, icon }: ListedToken): TokenFacts => ({
  symbol: shownText(symbol),
  name: shownText(name).text,
  ...(icon !== undefined && { icon }),
  ownSymbol: symbol,
  decimals,
  isKnown: true,
})

/** The tokens of Solana. Only the list can name them, because the wallet reads no names from the chain there. */
export const solanaTokens = (list: TokenList, mints: ReadonlySet<string>): Tokens =>
  new Map(
    [...mints].map((mint): [string, TokenFacts] => {
      const listed = list.find(mint)
      const nameless = { symbol: unknownToken(mint), ownSymbol: '', decimals: null, isKnown: false }
      return [mint, listed ? listedFacts(listed) : nameless]
    }),
  )

/** The text for a token that nobody vouches for. Its own symbol is not shown, because anybody can choose one. */
export const unknownToken = (address: string): ShownText => ({
  text: formatText(messages.amounts.unknownToken, { address: shortAddress(address) }),
  confusable: false,
})

const readText = (data: Hex | null): string => {
  if (data === null) return ''
  try {
    return data.length === 66
      ? hexToString(decodeFunctionResult({ abi: erc20Abi_bytes32, functionName: 'symbol', data }) as Hex, { size: 32 })
      : decodeFunctionResult({ abi: erc20Abi, functionName: 'symbol', data })
  } catch {
    // The token's text is malformed, so the card shows the token's address instead.
    return ''
  }
}
const readDecimals = (data: Hex | null): number | null => {
  if (data?.length !== 66) return null
  const decimals = BigInt(data)
  return decimals <= 77n ? Number(decimals) : null
}

type Native = { symbol: string; decimals: number }
export type ClaimedOrSimulatedAsset = Asset | SimulatedAllowance['asset']

export const symbolOf = (asset: ClaimedOrSimulatedAsset, tokens: Tokens, native: Native): string => {
  if (asset.kind === 'native') return native.symbol
  const symbol = (tokens.get(asset.token.toLowerCase())?.symbol ?? unknownToken(asset.token)).text
  return 'id' in asset ? `${symbol} #${asset.id}` : symbol
}

/**
 * The name of an asset in a list of changes, and `mark`, whose first letter stands for the asset until its icon has
 * loaded. An unknown token has neither, because anybody can choose its letters.
 */
const assetName = (
  asset: ClaimedOrSimulatedAsset,
  tokens: Tokens,
  native: Native & { name: string },
): { name: string; mark?: string; icon?: string } => {
  if (asset.kind === 'native') return { name: native.name, mark: native.symbol }
  const facts = tokens.get(asset.token.toLowerCase())
  const name = 'id' in asset ? symbolOf(asset, tokens, native) : (facts?.name ?? symbolOf(asset, tokens, native))
  return {
    name,
    ...(facts?.isKnown && { mark: facts.symbol.text }),
    ...(facts?.icon !== undefined && { icon: facts.icon }),
  }
}

/** Writes an amount exactly, because a rounded amount would not be what the visitor signs. */
export const formatAmount = (
  asset: ClaimedOrSimulatedAsset,
  amount: bigint,
  tokens: Tokens,
  native: Native,
): string => {
  const symbol = symbolOf(asset, tokens, native)
  if (asset.kind === 'native') return `${formatNumber(formatUnits(amount, native.decimals))} ${symbol}`
  if (asset.kind === 'erc721' || asset.kind === 'erc1155') return amount === 1n ? symbol : `${amount} × ${symbol}`
  const decimals = tokens.get(asset.token.toLowerCase())?.decimals ?? null
  if (decimals !== null) return `${formatNumber(formatUnits(amount, decimals))} ${symbol}`
  if (asset.kind === 'token') return `${symbol} #${amount}`
  return formatText(messages.amounts.unitsOf, { n: String(amount), token: symbol })
}

/** The amount of an asset that may have a price: the network's coin, or a token that a list names. */
const pricedAmount = (
  asset: ClaimedOrSimulatedAsset,
  amount: bigint,
  { network: { caipNetworkId: chainId, nativeCurrency }, tokens }: AssetSource,
): { priced?: PricedAmount } => {
  if (asset.kind === 'native') return { priced: { chainId, amount: formatUnits(amount, nativeCurrency.decimals) } }
  const { name, decimals = null } = tokens.get(asset.token.toLowerCase()) ?? {}
  if ('id' in asset || name === undefined || decimals === null) return {}
  return { priced: { chainId, token: asset.token, amount: formatUnits(amount, decimals) } }
}

type AssetSource = {
  network: { caipNetworkId: string; nativeCurrency: Native & { name: string } }
  tokens: Tokens
}
/** Writes the tokens and amounts of a card as text. */
export const assetTexts = (source: AssetSource, { tokens, network: { nativeCurrency } } = source) => ({
  native: nativeCurrency,
  named: (asset: ClaimedOrSimulatedAsset) => assetName(asset, tokens, nativeCurrency),
  symbol: (asset: ClaimedOrSimulatedAsset): string => symbolOf(asset, tokens, nativeCurrency),
  priced: (asset: ClaimedOrSimulatedAsset, amount: bigint) => pricedAmount(asset, amount, source),
  amount: (asset: ClaimedOrSimulatedAsset, amount: bigint): string =>
    formatAmount(asset, amount, tokens, nativeCurrency),
  /** 0 for an asset whose amounts the card writes in base units. */
  decimals: (asset: ClaimedOrSimulatedAsset): number =>
    asset.kind === 'native' ? nativeCurrency.decimals : (tokens.get(asset.token.toLowerCase())?.decimals ?? 0),
})
export type AssetTexts = ReturnType<typeof assetTexts>
