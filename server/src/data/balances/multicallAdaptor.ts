import type { ListedToken } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { cleanText } from '@appkit-frame/loader/protocol/messages/cleanText.ts'
import { decodeFunctionResult, encodeFunctionData, erc20Abi, erc20Abi_bytes32, type Hex, hexToString } from 'viem'
import { reasonOf } from '../../rpc/balance/nativeBalances.ts'
import { callContracts } from './multicall.ts'
import type { TokenAdaptor, TokenAnswer, TokenRequest } from './tokenAdaptor.ts'

/** A call with this many balances costs a node less than the usual limit of gas for `eth_call`. */
const tokensPerCall = 400

/** Reads the balances of listed and received ERC-20 tokens from any EVM node. */
export const multicallAdaptor: TokenAdaptor = {
  source: 'rpc',
  limitBytes: 1_024 * 1_024,
  read: async (request) => {
    const parts: ListedToken[][] = []
    for (let at = 0; at < request.listed.length; at += tokensPerCall)
      parts.push(request.listed.slice(at, at + tokensPerCall))
    const reads = parts.map((part) => readListed(request, part))
    if (request.received.length > 0) reads.push(readReceived(request))
    const settled = await Promise.allSettled(reads)
    const failure = settled.find(({ status }) => status === 'rejected')
    if (failure?.status === 'rejected' && settled.every(({ status }) => status === 'rejected')) throw failure.reason
    const answers = settled.map(
      (part): TokenAnswer =>
        part.status === 'fulfilled' ? part.value : { tokens: [], missing: [reasonOf(part.reason)] },
    )
    return { tokens: answers.flatMap(({ tokens }) => tokens), missing: answers.flatMap(({ missing }) => missing) }
  },
}

const readListed = async ({ ask, served, address }: TokenRequest, part: ListedToken[]): Promise<TokenAnswer> => {
  const data = balanceOfData(address)
  const calls = part.map((token) => ({ to: token.address, data }))
  const results = await ask((client) => callContracts(client, served, calls))
  const answer: TokenAnswer = { tokens: [], missing: [] }
  for (const [index, { chainId: _, ...token }] of part.entries()) {
    const result = results[index]
    // A contract that is no token, or a token that reverts, has no balance of zero.
    if (result?.length !== 66) answer.missing.push({ address: token.address, reason: 'UNREADABLE' })
    else if (BigInt(result) > 0n) answer.tokens.push({ ...token, amount: BigInt(result), isListed: true })
  }
  return answer
}

const balanceOfData = (address: string): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [address as Hex] })
const factsData = (['name', 'symbol', 'decimals'] as const).map((functionName) =>
  encodeFunctionData({ abi: erc20Abi, functionName }),
)

/** Reads received tokens, which name themselves because no list does. */
const readReceived = async ({ ask, served, address, received }: TokenRequest): Promise<TokenAnswer> => {
  const data = [balanceOfData(address), ...factsData]
  const calls = received.flatMap((to) => data.map((callData) => ({ to, data: callData })))
  const results = await ask((client) => callContracts(client, served, calls))
  const answer: TokenAnswer = { tokens: [], missing: [] }
  for (const [index, token] of received.entries()) {
    const [balance, name, symbol, decimals] = results.slice(index * data.length, (index + 1) * data.length)
    const facts = { name: readText(name), symbol: readText(symbol), decimals: readDecimals(decimals) }
    if (balance?.length !== 66) answer.missing.push({ address: token, reason: 'UNREADABLE' })
    else if (BigInt(balance) === 0n) continue
    else if (facts.decimals === null || facts.symbol === '')
      answer.missing.push({ address: token, reason: 'UNREADABLE' })
    else
      answer.tokens.push({
        ...facts,
        decimals: facts.decimals,
        address: token,
        amount: BigInt(balance),
        isListed: false,
      })
  }
  return answer
}

const readText = (data: Hex | null | undefined): string => {
  if (!data) return ''
  try {
    // Some old tokens answer with 32 bytes instead of text.
    const text =
      data.length === 66
        ? hexToString(decodeFunctionResult({ abi: erc20Abi_bytes32, functionName: 'symbol', data }), { size: 32 })
        : decodeFunctionResult({ abi: erc20Abi, functionName: 'symbol', data })
    return cleanText(text, 60)
  } catch {
    // The token has no readable text, so it can't be named.
    return ''
  }
}

const readDecimals = (data: Hex | null | undefined): number | null => {
  if (data?.length !== 66) return null
  const decimals = BigInt(data)
  return decimals <= 77n ? Number(decimals) : null
}
