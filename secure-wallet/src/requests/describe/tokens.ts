import type { CaipNetworkId } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  erc20Abi_bytes32,
  formatUnits,
  getAddress,
  type Hex,
  hexToString,
} from 'viem'
import { formatNumber, formatText } from '../../approval/formatText.ts'
import { messages } from '../../approval/messages.ts'
import type { NodeClient } from '../../session/node.ts'
import type { Asset } from '../decode/action.ts'
import { type ShownText, shownText } from '../decode/shownText.ts'
import type { SimulatedAllowance } from '../simulate/effects.ts'

/** The token contract's own description, which is foreign text. `decimals` is null for collectibles. */
type TokenFacts = { symbol: ShownText; decimals: number | null }
export type Tokens = ReadonlyMap<string, TokenFacts>

const tokenLimit = 20

export const readTokens = async (
  node: NodeClient,
  chainId: CaipNetworkId,
  addresses: readonly Address[],
): Promise<Tokens> => {
  const unique = [...new Set(addresses.map((address) => address.toLowerCase() as Address))].slice(0, tokenLimit)
  const call = async (to: Address, functionName: 'symbol' | 'decimals'): Promise<Hex | null> => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName })
    const answered = await node.ask(chainId, 'eth_call', [{ to, data }, 'latest']).catch(() => null)
    return typeof answered === 'string' && /^0x[0-9a-fA-F]+$/.test(answered) ? (answered as Hex) : null
  }
  const facts = unique.map(async (token) => {
    const [symbol, decimals] = await Promise.all([call(token, 'symbol'), call(token, 'decimals')])
    return [
      token,
      { symbol: shownText(readSymbol(symbol) || shortenAddress(getAddress(token))), decimals: readDecimals(decimals) },
    ] as const
  })
  return new Map(await Promise.all(facts))
}

const readSymbol = (data: Hex | null): string => {
  if (data === null) return ''
  try {
    return data.length === 66
      ? hexToString(decodeFunctionResult({ abi: erc20Abi_bytes32, functionName: 'symbol', data }) as Hex, { size: 32 })
      : decodeFunctionResult({ abi: erc20Abi, functionName: 'symbol', data })
  } catch {
    // The token's symbol is malformed, so the card shows the token's address instead.
    return ''
  }
}
const readDecimals = (data: Hex | null): number | null => {
  if (data?.length !== 66) return null
  const decimals = BigInt(data)
  return decimals <= 77n ? Number(decimals) : null
}

export const shortenAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`

type Native = { symbol: string; decimals: number }
export type ClaimedOrSimulatedAsset = Asset | SimulatedAllowance['asset']

export const symbolOf = (asset: ClaimedOrSimulatedAsset, tokens: Tokens, native: Native): string => {
  if (asset.kind === 'native') return native.symbol
  const symbol = tokens.get(asset.token.toLowerCase())?.symbol.text ?? shortenAddress(asset.token)
  return 'id' in asset ? `${symbol} #${asset.id}` : symbol
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

/** Writes the tokens and amounts of a card as text. */
export const assetTexts = ({
  network: { nativeCurrency },
  tokens,
}: {
  network: { nativeCurrency: Native }
  tokens: Tokens
}) => ({
  native: nativeCurrency,
  symbol: (asset: ClaimedOrSimulatedAsset): string => symbolOf(asset, tokens, nativeCurrency),
  amount: (asset: ClaimedOrSimulatedAsset, amount: bigint): string =>
    formatAmount(asset, amount, tokens, nativeCurrency),
})
export type AssetTexts = ReturnType<typeof assetTexts>
