import { type Address, decodeErrorResult, type Hex } from 'viem'
import type { TransactionCall } from '../decode/action.ts'
import { shownText } from '../decode/shownText.ts'
import { type GasFee, transactionCost } from '../fees/suggestFees.ts'
import { listCandidates, multiTokenReads, reconcile } from './balances.ts'
import { lastBlock, laterBlock } from './blockContext.ts'
import { sumEffects } from './effects.ts'
import type { SimulationNode, SimulationPlan } from './plan.ts'
import { discoverByV1, type Run, runByV1 } from './simulateV1.ts'
import { type Doubt, isWorse, type Simulation } from './simulation.ts'
import { runByTrace, type TracedRun } from './trace.ts'

/** The result of a first run without fees: the gas that each call uses, and the contracts to watch. */
export type Discovery = { isSupported: boolean; simulation: Simulation; contracts: Address[] }

export const discover = async (
  on: SimulationNode,
  account: Address,
  calls: readonly TransactionCall[],
): Promise<Discovery> => {
  const run = await discoverByV1(on, calls)
  const logs = run?.status === 'ok' ? run.logs : []
  return {
    isSupported: run !== null,
    simulation: run ? simulationOf(account, run) : { status: 'unknown' },
    contracts: listCandidates(account, logs, calls.flatMap(namedContracts)),
  }
}

type Options = {
  /** The fees of the other choices that the card offers. */
  otherFees: readonly GasFee[]
  /** The account's balance, which limits the fees that it can pay. */
  balance: bigint
  isQueued: boolean
}

/**
 * Simulates the transactions as they would be sent, and then again with the fees, block producers and times that they
 * may meet. An honest contract does the same in all of these runs.
 */
export const simulatePlan = async (
  on: SimulationNode,
  plan: SimulationPlan,
  { otherFees, balance, isQueued }: Options,
): Promise<Simulation> => {
  const plans = [plan, ...variationsOf(plan, otherFees, balance)]
  const [shown = unknown, ...others] = await Promise.all(plans.map((each) => runPlan(on, each)))
  if (shown.status === 'unknown' || shown.status === 'fails') return shown
  const isUnsteady = others.some((each) => isWorse(shown, each))
  const doubts: Doubt[] = [
    ...shown.doubts,
    ...(isUnsteady ? (['unsteady'] as const) : []),
    ...(isQueued ? (['queued'] as const) : []),
  ]
  return { ...shown, doubts }
}

const unknown: Simulation = { status: 'unknown' }

/** More gas than the wallet would give, because a contract may count what is left. */
const moreGasPercent = 150n

/**
 * The same transactions under the other fees that the account can pay, each in another later block. The first of them
 * is in the last block, so that it meets any change of the next minute, even if the account can pay no other one.
 */
const variationsOf = (plan: SimulationPlan, otherFees: readonly GasFee[], balance: bigint): SimulationPlan[] => {
  const vary = (fee: GasFee | null, gasPercent: bigint): SimulationPlan => ({
    ...plan,
    transactions: plan.transactions.map((each) => ({
      ...each,
      gas: (each.gas * gasPercent) / 100n,
      ...(fee && { fee }),
    })),
  })
  const canPay = (each: SimulationPlan): boolean => costOf(each) <= balance
  const withMoreGas = vary(otherFees[0] ?? null, moreGasPercent)
  return [
    vary(null, 100n),
    canPay(withMoreGas) ? withMoreGas : vary(otherFees[0] ?? null, 100n),
    ...otherFees.slice(1).map((fee) => vary(fee, 100n)),
  ]
    .filter(canPay)
    .map((each, index) => ({ ...each, block: index === 0 ? lastBlock(plan.block) : laterBlock(plan.block) }))
}

const costOf = ({ transactions, earlier }: SimulationPlan): bigint =>
  [...earlier, ...transactions].reduce((sum, { fee, gas, value }) => sum + transactionCost(fee, gas).most + value, 0n)

const runPlan = async (on: SimulationNode, plan: SimulationPlan): Promise<Simulation> => {
  const { account } = plan
  const run = await runByV1(on, plan)
  if (!run) {
    const traced = await runByTrace(on, plan)
    return traced ? simulationOf(account, traced) : unknown
  }
  if (run.status === 'fails') return simulationOf(account, run)
  const reads = multiTokenReads(account, sumEffects(account, run.logs, []))
  const tokens = listCandidates(account, run.logs, plan.tokens)
  // The run touched contracts that the wallet did not know before, so run it again and read their balances too.
  const isComplete = reads.length === 0 && tokens.length === plan.tokens.length
  const again = isComplete ? run : await runByV1(on, { ...plan, tokens }, reads)
  return again ? simulationOf(account, again) : unknown
}

const simulationOf = (account: Address, run: Run | TracedRun): Simulation => {
  if (run.status === 'fails') return { status: 'fails', reason: failureText(run.data, run.message) }
  const logged = sumEffects(account, run.logs, 'moves' in run ? run.moves : [])
  const { effects, misreported } = reconcile(logged, run.before, run.after, run.paid)
  return { status: 'ok', effects, gasUsed: run.gasUsed, doubts: misreported.length > 0 ? ['misreported'] : [] }
}

/** Returns the called contract and every address in the arguments, because a token may move without a log. */
const namedContracts = ({ to, data }: TransactionCall): Address[] => {
  const words = data.slice(10).match(/.{64}/g) ?? []
  const addresses = words.filter((word) => /^0{24}(?!0{8})/.test(word)).map((word): Address => `0x${word.slice(24)}`)
  return [...(to ? [to] : []), ...addresses]
}

/** Returns the contract's own error text if there is any, otherwise the node's error text. */
export const failureText = (data: Hex, message = ''): string => {
  try {
    const { errorName, args = [] } = decodeErrorResult({ data })
    return shownText(String(args[0] ?? errorName)).text
  } catch {
    // The contract reverted with a custom error, or without error data.
    return shownText(message.replace(/^execution (?:reverted|failed):?\s*/i, '')).text
  }
}
