import * as v from 'valibot'
import { type Hex, numberToHex } from 'viem'
import type { TransactionCall } from '../decode/action.ts'
import { type BalanceRead, type Balances, balanceCode, nativeKey, readWord, tokenReads } from './balances.ts'
import { blockOverridesOf, followingBlock, randomHex } from './blockContext.ts'
import type { Log } from './effects.ts'
import { amountSchema, hexSchema, logSchema } from './nodeValues.ts'
import {
  callFields,
  feeFields,
  gasPriceOf,
  type PlannedTransaction,
  type SimulationNode,
  type SimulationPlan,
} from './plan.ts'

/** The result of a run of the transactions. `paid`: the fees, which `after` lacks in the native coin. */
export type Run =
  | { status: 'ok'; logs: Log[]; gasUsed: bigint[]; before: Balances; after: Balances; paid: bigint }
  | { status: 'fails'; data: Hex; message: string }

const simulatedCall = v.object({
  status: amountSchema,
  gasUsed: amountSchema,
  returnData: hexSchema,
  logs: v.optional(v.array(logSchema), []),
  error: v.optional(v.object({ message: v.optional(v.string(), ''), data: v.optional(hexSchema) })),
})
type SimulatedCall = v.InferOutput<typeof simulatedCall>
const answer = v.array(v.object({ calls: v.array(simulatedCall) }))

type Block = { blockOverrides?: object; stateOverrides?: object; calls: object[] }

/** Returns null if the node does not know `eth_simulateV1`, refuses the blocks, or answers in another form. */
const ask = async (
  { node, chainId }: SimulationNode,
  blockStateCalls: readonly Block[],
  validation: boolean,
): Promise<SimulatedCall[][] | null> => {
  const body = { blockStateCalls, traceTransfers: true, validation }
  const answered = await node.ask(chainId, 'eth_simulateV1', [body, 'latest']).catch(() => null)
  const read = v.safeParse(answer, answered)
  if (!read.success || read.output.length !== blockStateCalls.length) return null
  const calls = read.output.map((block) => block.calls)
  return calls.every((each, index) => each.length === blockStateCalls[index]?.calls.length) ? calls : null
}

/**
 * Runs the calls without fees or a gas limit, before the wallet knows either. The result names the tokens to watch and
 * the gas of later calls. A contract can tell such a run from a real block, so no card shows its effects.
 */
export const discoverByV1 = async (on: SimulationNode, calls: readonly TransactionCall[]): Promise<Run | null> => {
  const [results] = (await ask(on, [{ calls: calls.map(callFields) }], false)) ?? []
  if (!results) return null
  return failureOf(results) ?? { status: 'ok', ...outcomeOf(results), before: new Map(), after: new Map(), paid: 0n }
}

/** The gas of one read of a balance. */
const readGas = numberToHex(300_000)

/**
 * Runs the transactions as they would be sent, with their fees, gas limits and nonces. Each runs in a separate block
 * with the context of the plan and all checks of a real block. Random addresses read the balances, because no contract
 * can foresee them.
 */
export const runByV1 = async (
  on: SimulationNode,
  plan: SimulationPlan,
  more: readonly BalanceRead[] = [],
): Promise<Run | null> => {
  const { account, transactions, earlier, minedNonce, block, tokens } = plan
  const [reader, balanceContract] = [randomHex(20), randomHex(20)]
  const reads: BalanceRead[] = [
    { key: nativeKey, to: balanceContract, data: '0x' },
    ...tokenReads(account, tokens),
    ...more,
  ]
  const price =
    block.baseFee === null
      ? { gasPrice: '0x0' }
      : { maxFeePerGas: numberToHex(block.baseFee), maxPriorityFeePerGas: '0x0' }
  const readCalls = reads.map(({ to, data }) => ({ from: reader, to, data, gas: readGas, ...price }))
  const all = [...earlier, ...transactions]
  const blocks = all.map((transaction, index): Block => {
    const isFirst = index === earlier.length
    const context = followingBlock(block, index)
    return {
      blockOverrides: blockOverridesOf({ ...context, baseFee: affordableBaseFee(context.baseFee, transaction) }),
      ...(index === 0 && {
        stateOverrides: {
          [balanceContract]: { code: balanceCode(account) },
          [reader]: { balance: numberToHex(2n ** 100n) },
          ...(all[0]?.nonce !== minedNonce && { [account]: { nonce: numberToHex(all[0]?.nonce ?? 0) } }),
        },
      }),
      calls: [...(isFirst ? readCalls : []), sentFields(transaction), ...(index === all.length - 1 ? readCalls : [])],
    }
  })
  const answered = await ask(on, blocks, true)
  if (!answered) return null
  const first = answered[earlier.length] ?? []
  const last = answered.at(-1) ?? []
  const results = answered
    .slice(earlier.length)
    .map((calls, index) => calls[index === 0 ? reads.length : 0])
    .filter((each) => each !== undefined)
  const paid = results.reduce((sum, { gasUsed }, index) => {
    const transaction = transactions[index]
    const baseFee = transaction ? affordableBaseFee(block.baseFee, transaction) : null
    return transaction ? sum + gasUsed * gasPriceOf(transaction.fee, baseFee) : sum
  }, 0n)
  return (
    failureOf(results) ?? {
      status: 'ok',
      ...outcomeOf(results),
      before: balancesOf(reads, first.slice(0, reads.length)),
      after: balancesOf(reads, last.slice(-reads.length)),
      paid,
    }
  )
}

const sentFields = (transaction: PlannedTransaction): object => ({
  ...callFields(transaction),
  ...feeFields(transaction.fee),
  gas: numberToHex(transaction.gas),
  nonce: numberToHex(transaction.nonce),
})

/** A transaction whose fee is below the base fee waits until the base fee has fallen to it. */
const affordableBaseFee = (baseFee: bigint | null, { fee }: PlannedTransaction): bigint | null => {
  const most = fee.type === 'legacy' ? fee.gasPrice : fee.maxFeePerGas
  return baseFee !== null && baseFee > most ? most : baseFee
}

const outcomeOf = (results: readonly SimulatedCall[]) => ({
  logs: results.flatMap(({ logs }) => logs),
  gasUsed: results.map(({ gasUsed }) => gasUsed),
})

const failureOf = (results: readonly SimulatedCall[]): (Run & { status: 'fails' }) | null => {
  const failed = results.find(({ status }) => status !== 1n)
  return failed
    ? { status: 'fails', data: failed.error?.data ?? failed.returnData, message: failed.error?.message ?? '' }
    : null
}

const balancesOf = (reads: readonly BalanceRead[], results: readonly SimulatedCall[]): Balances =>
  new Map(
    reads.flatMap(({ key }, index): [string, bigint][] => {
      const result = results[index]
      const balance = result?.status === 1n ? readWord(result.returnData) : null
      return balance === null ? [] : [[key, balance]]
    }),
  )
