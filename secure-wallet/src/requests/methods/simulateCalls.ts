import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import * as v from 'valibot'
import { type Address, numberToHex } from 'viem'
import type { ClaimedAction, TransactionCall } from '../decode/action.ts'
import { decodeCall } from '../decode/calldata.ts'
import { type Simulation, simulateOnNode } from '../simulate/simulate.ts'
import type { RequestedCall } from './callParams.ts'
import { quantitySchema, type RpcContext } from './scope.ts'

/** The calls of a request, decoded and simulated, with the gas that the wallet would send them with. */
export type SimulatedCalls = {
  requested: readonly RequestedCall[]
  calls: TransactionCall[]
  actions: ClaimedAction[]
  simulation: Simulation
  gas: Gas
}

export const simulateCalls = async (
  context: RpcContext,
  account: Address,
  requested: readonly RequestedCall[],
): Promise<SimulatedCalls> => {
  const calls = requested.map(({ to, value, data }) => ({ from: account, to, value, data }))
  const simulation = await simulateOnNode(context.scope.node, context.chainId, account, calls)
  const gas = await estimateGas(context, account, requested, simulation)
  return { requested, calls, actions: calls.flatMap((call) => decodeCall(call)), simulation, gas }
}

/** The gas limit of a call, in percent of the node's estimate. */
export const gasMargin = 125n

type Gas = { limits: bigint[]; problem: 'INSUFFICIENT_FUNDS' | 'EXECUTION_REVERTED' | null }

/**
 * Later calls of a bundle depend on earlier calls, so their gas comes from the simulation of the bundle if there is
 * one.
 */
const estimateGas = async (
  { scope: { node }, chainId }: RpcContext,
  from: Address,
  requested: readonly RequestedCall[],
  simulation: Simulation,
): Promise<Gas> => {
  let problem: Gas['problem'] = null
  const limits = requested.map(async ({ to, value, data, gas }, index): Promise<bigint> => {
    if (gas !== null) return gas
    const tried = simulation.status === 'ok' ? simulation.gasUsed[index] : undefined
    if (requested.length > 1 && tried !== undefined) return (tried * 150n) / 100n + 10_000n
    try {
      const call = { from, ...(to !== null && { to }), value: numberToHex(value), data }
      const estimate = v.parse(quantitySchema, await node.ask(chainId, 'eth_estimateGas', [call]))
      return to !== null && data === '0x' && estimate === 21_000n ? estimate : (estimate * gasMargin) / 100n
    } catch (thrown) {
      // A transaction without a gas limit cannot be sent, and the card shows why.
      const code = thrown instanceof AppError ? thrown.code : ''
      if (code !== 'INSUFFICIENT_FUNDS' && code !== 'EXECUTION_REVERTED') throw thrown
      problem = code
      return tried ?? 0n
    }
  })
  return { limits: await Promise.all(limits), problem }
}
