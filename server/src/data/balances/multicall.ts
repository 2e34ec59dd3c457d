import { decodeFunctionResult, encodeFunctionData, type Hex, isHex, multicall3Abi, parseAbi } from 'viem'
import type { ServedNetwork } from '../../config/networks.ts'
import { unreadableAnswerError } from '../../rpc/upstreams/httpAnswer.ts'
import type { NodeClient } from '../../rpc/upstreams/nodeClient.ts'

type ContractCall = { to: string; data: Hex }

/** Most nodes accept this many calls in one JSON-RPC batch. */
const batchLimit = 50
const chainIdAbi = parseAbi(['function getChainId() view returns (uint256)'])

/**
 * Calls contracts through Multicall3 in one request. The first call reads the chain id, so a node of another chain is
 * never believed. Returns null for a call that reverts. Without Multicall3 on the chain, sends a JSON-RPC batch.
 */
export const callContracts = async (
  client: NodeClient,
  { network, multicallAddress }: ServedNetwork,
  calls: readonly ContractCall[],
): Promise<(Hex | null)[]> => {
  const chainIdCall = { to: multicallAddress, data: encodeFunctionData({ abi: chainIdAbi }) }
  const data = encodeFunctionData({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [[chainIdCall, ...calls].map(({ to, data }) => ({ target: to as Hex, allowFailure: true, callData: data }))],
  })
  const answer = await client.call('eth_call', [{ to: multicallAddress, data }, 'latest'])
  if (answer === '0x') return await callInBatches(client, network.id, calls)
  const [chainId, ...results] = decodeResults(answer)
  if (results.length !== calls.length) throw unreadableAnswerError()
  checkChainId(chainId, network.id)
  return results
}

const decodeResults = (answer: unknown): (Hex | null)[] => {
  if (!isHex(answer)) throw unreadableAnswerError()
  try {
    const results = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: answer })
    return results.map(({ success, returnData }) => (success ? returnData : null))
  } catch (cause) {
    throw unreadableAnswerError(cause)
  }
}

const callInBatches = async (
  client: NodeClient,
  chainId: string,
  calls: readonly ContractCall[],
): Promise<(Hex | null)[]> => {
  const results: (Hex | null)[] = []
  for (let at = 0; at < calls.length; at += batchLimit) {
    const part = calls.slice(at, at + batchLimit)
    const [answered, ...rest] = await client.callBatch([
      { method: 'eth_chainId', params: [] },
      ...part.map((call) => ({ method: 'eth_call', params: [call, 'latest'] })),
    ])
    checkChainId(answered, chainId)
    results.push(...rest.map((result) => (isHex(result) ? result : null)))
  }
  return results
}

const checkChainId = (answer: unknown, chainId: string): void => {
  if (!isHex(answer) || answer.length < 3 || answer.length > 66 || BigInt(answer) !== BigInt(chainId))
    throw unreadableAnswerError()
}
