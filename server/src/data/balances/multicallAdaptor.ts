import type { ListedToken } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { reasonOf } from '../../rpc/balance/nativeBalances.ts'
import { callContracts } from './multicall.ts'
import type { TokenAdaptor, TokenAnswer, TokenRequest } from './tokenAdaptor.ts'

/** A call with this many balances costs a node less than the usual limit of gas for `eth_call`. */
const tokensPerCall = 400

/** Reads the balances of all listed ERC-20 tokens from any EVM node. */
export const multicallAdaptor: TokenAdaptor = {
  source: 'rpc',
  limitBytes: 1_024 * 1_024,
  read: async (request) => {
    const parts: ListedToken[][] = []
    for (let at = 0; at < request.listed.length; at += tokensPerCall)
      parts.push(request.listed.slice(at, at + tokensPerCall))
    const settled = await Promise.allSettled(parts.map((part) => readPart(request, part)))
    const failure = settled.find(({ status }) => status === 'rejected')
    if (failure?.status === 'rejected' && settled.every(({ status }) => status === 'rejected')) throw failure.reason
    const answers = settled.map((part) =>
      part.status === 'fulfilled' ? part.value : { tokens: [], missing: [reasonOf(part.reason)] },
    )
    return { tokens: answers.flatMap(({ tokens }) => tokens), missing: answers.flatMap(({ missing }) => missing) }
  },
}

const readPart = async ({ ask, served, address }: TokenRequest, part: ListedToken[]): Promise<TokenAnswer> => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [address as Hex] })
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
