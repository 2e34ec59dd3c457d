import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import * as v from 'valibot'
import { type Address, type Hex, isHex, numberToHex } from 'viem'
import type { ClaimedAction, TransactionCall } from '../decode/action.ts'
import { decodeCall } from '../decode/calldata.ts'
import type { TokenReader } from '../describe/tokens.ts'
import { readNextBlock } from '../simulate/blockContext.ts'
import { type Discovery, discover, failureText, simulatePlan } from '../simulate/simulate.ts'
import { isWorse, type Simulation } from '../simulate/simulation.ts'
import type { RequestedCall } from './callParams.ts'
import { feesToSimulate, type SendConditions } from './conditions.ts'
import { quantitySchema, type RpcContext } from './scope.ts'

/** The calls of a request, decoded and simulated, with the gas that the wallet would send them with. */
export type SimulatedCalls = {
  requested: readonly RequestedCall[]
  calls: TransactionCall[]
  /** The actions of each call. `actions` lists those of all calls together. */
  actionsOfCalls: ClaimedAction[][]
  actions: ClaimedAction[]
  simulation: Simulation
  gas: Gas
  /** Simulates the same transactions on the newest block. Resolves with whether they do what `simulation` says. */
  isStillTrue(): Promise<boolean>
}

export const simulateCalls = async (
  context: RpcContext,
  account: Address,
  requested: readonly RequestedCall[],
  conditions: Promise<SendConditions>,
  tokens: TokenReader,
): Promise<SimulatedCalls> => {
  const { scope, chainId } = context
  const calls = requested.map(({ to, value, data }) => ({ from: account, to, value, data }))
  const actionsOfCalls = calls.map((call) => decodeCall(call))
  const actions = actionsOfCalls.flat()
  // The names of the tokens load while the node simulates.
  tokens.start(tokensOf({ actions, simulation: { status: 'unknown' } }))
  // The estimate of a single call's gas needs no simulation, so both run at the same time.
  const discovering = discover({ node: scope.node, chainId }, account, calls)
  const [discovery, gas, met] = await Promise.all([
    discovering,
    estimateGas(context, account, requested, discovering),
    conditions,
  ])
  const decoded = { requested, calls, actionsOfCalls, actions, gas }
  tokens.start(tokensOf({ actions, simulation: discovery.simulation }))
  if (gas.failure) {
    // A transaction without a gas limit cannot be sent, so its simulation only tells why.
    const { simulation } = discovery
    const isKnown = simulation.status === 'fails' || gas.problem !== 'EXECUTION_REVERTED'
    return { ...decoded, simulation: isKnown ? simulation : gas.failure, isStillTrue: async () => true }
  }
  const simulate = (now: SendConditions) => simulateAsSent(context, account, calls, gas, discovery, now)
  const simulation = await simulate(met)
  return {
    ...decoded,
    simulation,
    isStillTrue: async () => {
      const baseFee = met.block?.baseFee ?? null
      const [block, minedNonce] = await Promise.all([
        readNextBlock(scope.node, chainId, readBaseFee(context, baseFee), scope.now),
        scope.node.ask(chainId, 'eth_getTransactionCount', [account, 'latest']),
      ])
      const now = { ...met, block, minedNonce: Number(v.parse(quantitySchema, minedNonce)) }
      return !isWorse(simulation, await simulate(now))
    },
  }
}

/** The tokens that a request names or moves. */
export const tokensOf = ({ actions, simulation }: Pick<SimulatedCalls, 'actions' | 'simulation'>): Address[] => {
  const { changes, grants } = simulation.status === 'ok' ? simulation.effects : { changes: [], grants: [] }
  return [
    ...actions.flatMap((action) => ('asset' in action && 'token' in action.asset ? [action.asset.token] : [])),
    ...[...changes, ...grants].flatMap(({ asset }) => ('token' in asset ? [asset.token] : [])),
  ]
}

const feeHistory = v.object({ baseFeePerGas: v.pipe(v.array(quantitySchema), v.minLength(1)) })
/** The base fee of the next block, or null on a network without EIP-1559. */
const readBaseFee = async ({ scope: { node }, chainId }: RpcContext, before: bigint | null): Promise<bigint | null> => {
  if (before === null) return null
  const answered = await node.ask(chainId, 'eth_feeHistory', ['0x1', 'latest', []])
  return v.parse(feeHistory, answered).baseFeePerGas.at(-1) ?? before
}

const simulateAsSent = async (
  { scope: { node, sent }, chainId }: RpcContext,
  account: Address,
  calls: readonly TransactionCall[],
  { limits }: Gas,
  { contracts }: Discovery,
  conditions: SendConditions,
): Promise<Simulation> => {
  const { block, firstNonce, minedNonce, balance } = conditions
  if (!block) return { status: 'unknown' }
  const all = limits.reduce((sum, limit) => sum + limit, 0n)
  const value = calls.reduce((sum, call) => sum + call.value, 0n)
  const [fee, ...otherFees] = feesToSimulate(conditions, all, value)
  if (!fee) return { status: 'unknown' }
  const transactions = calls.map((call, index) => ({
    ...call,
    nonce: firstNonce + index,
    gas: limits[index] ?? 0n,
    fee,
  }))
  const earlier = sent.between(chainId, account, minedNonce, firstNonce)
  const plan = { account, transactions, earlier: earlier ?? [], minedNonce, block, tokens: contracts }
  return simulatePlan({ node, chainId }, plan, { otherFees, balance, isQueued: earlier === null })
}

/** The gas limit of a call, in percent of the node's estimate. */
export const gasMargin = 125n

type Gas = {
  limits: bigint[]
  problem: 'INSUFFICIENT_FUNDS' | 'EXECUTION_REVERTED' | null
  /** Why the node could not estimate the gas. */
  failure: Simulation | null
}

/**
 * Later calls of a bundle depend on earlier calls, so their gas comes from the simulation of the bundle if there is
 * one.
 */
const estimateGas = async (
  { scope: { node }, chainId }: RpcContext,
  from: Address,
  requested: readonly RequestedCall[],
  discovering: Promise<Discovery>,
): Promise<Gas> => {
  let problem: Gas['problem'] = null
  let failure: Gas['failure'] = null
  const limits = requested.map(async ({ to, value, data, gas }, index): Promise<bigint> => {
    if (gas !== null) return gas
    if (requested.length > 1) {
      const { simulation } = await discovering
      const tried = simulation.status === 'ok' ? simulation.gasUsed[index] : undefined
      if (tried !== undefined) return (tried * 150n) / 100n + 10_000n
    }
    try {
      const call = { from, ...(to !== null && { to }), value: numberToHex(value), data }
      const estimate = v.parse(quantitySchema, await node.ask(chainId, 'eth_estimateGas', [call]))
      return to !== null && data === '0x' && estimate === 21_000n ? estimate : (estimate * gasMargin) / 100n
    } catch (thrown) {
      // A transaction without a gas limit cannot be sent, and the card shows why.
      if (!(thrown instanceof AppError)) throw thrown
      const { code, data, message } = thrown
      if (code !== 'INSUFFICIENT_FUNDS' && code !== 'EXECUTION_REVERTED') throw thrown
      problem = code
      failure = { status: 'fails', reason: failureText(isHex(data) ? (data as Hex) : '0x', message) }
      return 0n
    }
  })
  return { limits: await Promise.all(limits), problem, failure }
}
