import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  erc20Abi,
  type Hex,
  multicall3Abi,
  numberToHex,
  parseAbi,
} from 'viem'
import { startRpcNode } from './rpcNode.ts'

const chainIdAbi = parseAbi(['function getChainId() view returns (uint256)'])
const chainIdData = '0x3408e470'

/** A token contract: its answer to each function. A missing answer reverts. `raw` answers every function. */
export type TestToken = {
  balance?: bigint
  name?: string
  symbol?: string
  decimals?: number
  raw?: Hex
  rawSymbol?: Hex
}

type EvmNode = {
  chainId?: number
  /** The answer to `eth_getBalance`, or a function that returns it. */
  native?: unknown
  /** The contracts by their addresses in lower case. */
  tokens?: Record<string, TestToken>
  /** Multicall3's address in lower case, or null if the chain does not have it. */
  multicall?: string | null
  /** Replaces the result of `eth_call`. */
  callResult?: (result: Hex | null) => unknown
  /** Answers other methods, with an error if it returns one. */
  other?: (method: string, params: unknown[]) => unknown
}

/** Starts an EVM node that answers balances, and calls of tokens alone or through Multicall3. */
export const startEvmNode = async (state: EvmNode) =>
  startRpcNode(({ id, method, params }) => {
    const result = answer(state, method, params as unknown[])
    if (typeof result === 'symbol') return result
    if (result instanceof Error) return { jsonrpc: '2.0', id, error: { code: -32005, message: result.message } }
    return result === null && method === 'eth_call'
      ? { jsonrpc: '2.0', id, error: { code: 3, message: 'execution reverted' } }
      : { jsonrpc: '2.0', id, result }
  })

const answer = (state: EvmNode, method: string, params: unknown[]): unknown => {
  const { chainId = 1, native = '0x0', callResult = (result) => result } = state
  if (method === 'eth_chainId') return numberToHex(chainId)
  if (method === 'eth_getBalance') return typeof native === 'function' ? native() : native
  if (method !== 'eth_call') return state.other?.(method, params)
  const { to, data } = params[0] as { to: string; data: Hex }
  const { multicall = '0xca11bde05977b3631167028862be2a173976ca11' } = state
  if (to.toLowerCase() !== '0xca11bde05977b3631167028862be2a173976ca11') return callResult(callToken(state, to, data))
  if (multicall === null) return '0x'
  const { args } = decodeFunctionData({ abi: multicall3Abi, data })
  const calls = (args as unknown as [{ target: string; callData: Hex }[]])[0]
  const results = calls.map(({ target, callData }) => {
    const isMulticall = target.toLowerCase() === multicall && callData === chainIdData
    const returnData = isMulticall
      ? encodeFunctionResult({ abi: chainIdAbi, result: BigInt(chainId) })
      : callToken(state, target, callData)
    return { success: returnData !== null, returnData: returnData ?? ('0x' as Hex) }
  })
  return callResult(encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result: results }))
}

const callToken = ({ tokens = {} }: EvmNode, to: string, data: Hex): Hex | null => {
  const token = tokens[to.toLowerCase()]
  // A call of an address without a contract succeeds with no data.
  if (!token) return '0x'
  if (token.raw) return token.raw
  const { functionName } = decodeFunctionData({ abi: erc20Abi, data })
  if (functionName === 'balanceOf')
    return token.balance === undefined ? null : encodeAbiParameters([{ type: 'uint256' }], [token.balance])
  if (functionName === 'decimals')
    return token.decimals === undefined ? null : encodeAbiParameters([{ type: 'uint8' }], [token.decimals])
  if (functionName === 'symbol' && token.rawSymbol) return token.rawSymbol
  const text = functionName === 'name' ? token.name : token.symbol
  return text === undefined ? null : encodeAbiParameters([{ type: 'string' }], [text])
}
