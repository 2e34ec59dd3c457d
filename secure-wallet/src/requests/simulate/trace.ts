import * as v from 'valibot'
import { type Address, type Hex, numberToHex, pad } from 'viem'
import { type BalanceRead, type Balances, listCandidates, multiTokenReads, readWord, tokenReads } from './balances.ts'
import { blockOverridesOf } from './blockContext.ts'
import { type Log, type NativeTransfer, sumEffects } from './effects.ts'
import { addressSchema, amountSchema, hexSchema, logSchema } from './nodeValues.ts'
import { callFields, feeFields, type SimulationNode, type SimulationPlan } from './plan.ts'
import type { Run } from './simulateV1.ts'

export type TracedRun = Run & { moves: NativeTransfer[] }

type CallFrame = {
  type: string
  from: Address
  to?: Address | undefined
  value?: bigint | undefined
  error?: string | undefined
  output?: Hex | undefined
  gasUsed?: bigint | undefined
  logs?: Log[] | undefined
  calls?: CallFrame[] | undefined
}
const callFrame: v.GenericSchema<unknown, CallFrame> = v.object({
  type: v.string(),
  from: addressSchema,
  to: v.optional(addressSchema),
  value: v.optional(amountSchema),
  error: v.optional(v.string()),
  output: v.optional(hexSchema),
  gasUsed: v.optional(amountSchema),
  logs: v.optional(v.array(logSchema)),
  calls: v.optional(v.array(v.lazy(() => callFrame))),
})

const accountState = v.object({
  balance: v.optional(hexSchema),
  nonce: v.optional(v.number()),
  code: v.optional(hexSchema),
  storage: v.optional(v.record(v.string(), hexSchema), {}),
})
const stateChanges = v.object({
  pre: v.record(v.string(), accountState),
  post: v.record(v.string(), accountState),
})

/**
 * Runs one transaction by a trace, for nodes without `eth_simulateV1`. A second trace gives the state that the
 * transaction leaves behind, from which the token balances come. Returns null if the node has no traces, and for
 * several transactions: a trace starts from the newest block, so it would ignore the effects of earlier ones.
 */
export const runByTrace = async (on: SimulationNode, plan: SimulationPlan): Promise<TracedRun | null> => {
  const [transaction, ...others] = plan.transactions
  if (!transaction || others.length > 0 || plan.earlier.length > 0) return null
  const { account, block } = plan
  const call = { ...callFields(transaction), ...feeFields(transaction.fee), gas: numberToHex(transaction.gas) }
  const trace = (tracer: string, tracerConfig: object): Promise<unknown> =>
    on.node
      .ask(on.chainId, 'debug_traceCall', [
        call,
        'latest',
        { tracer, tracerConfig, blockOverrides: blockOverridesOf(block) },
      ])
      .catch(() => null)
  const [calls, state] = await Promise.all([
    trace('callTracer', { withLog: true }),
    trace('prestateTracer', { diffMode: true }),
  ])
  const read = v.safeParse(callFrame, calls)
  if (!read.success) return null
  const top = read.output
  if (top.error !== undefined) return { status: 'fails', data: top.output ?? '0x', message: top.error, moves: [] }
  const { logs, moves } = listEffects(top)
  const reads = [
    ...tokenReads(account, listCandidates(account, logs, plan.tokens)),
    ...multiTokenReads(account, sumEffects(account, logs, moves)),
  ]
  const changed = v.safeParse(stateChanges, state)
  const [before, after] = await Promise.all([
    readBalances(on, reads, {}),
    changed.success ? readBalances(on, reads, overridesOf(changed.output)) : new Map(),
  ])
  return { status: 'ok', logs, moves, gasUsed: [top.gasUsed ?? 0n], before, after, paid: 0n }
}

const listEffects = (top: CallFrame): { logs: Log[]; moves: NativeTransfer[] } => {
  const logs: Log[] = []
  const moves: NativeTransfer[] = []
  const walk = ({ type, from, to, value, error, ...inner }: CallFrame): void => {
    // A reverted inner call has no effect, so skip its transfers and logs.
    if (error !== undefined) return
    if (to && value && value > 0n && type !== 'DELEGATECALL' && type !== 'STATICCALL') moves.push({ from, to, value })
    logs.push(...(inner.logs ?? []))
    for (const each of inner.calls ?? []) walk(each)
  }
  walk(top)
  return { logs, moves }
}

/** The state overrides of `eth_call` that put every changed account into the state after the transaction. */
const overridesOf = ({ pre, post }: v.InferOutput<typeof stateChanges>): object =>
  Object.fromEntries(
    Object.entries(post).map(([address, { balance, nonce, code, storage }]) => {
      // A slot that became zero is missing from the state after the transaction.
      const emptied = Object.keys(pre[address]?.storage ?? {}).filter((slot) => !Object.hasOwn(storage, slot))
      const slots = { ...storage, ...Object.fromEntries(emptied.map((slot) => [slot, pad('0x', { size: 32 })])) }
      return [
        address,
        {
          ...(balance !== undefined && { balance }),
          ...(nonce !== undefined && { nonce: numberToHex(nonce) }),
          ...(code !== undefined && { code }),
          ...(Object.keys(slots).length > 0 && { stateDiff: slots }),
        },
      ]
    }),
  )

const readBalances = async (
  { node, chainId }: SimulationNode,
  reads: readonly BalanceRead[],
  overrides: object,
): Promise<Balances> => {
  const answers = reads.map(async ({ key, to, data }): Promise<[string, bigint][]> => {
    const answered = await node.ask(chainId, 'eth_call', [{ to, data }, 'latest', overrides]).catch(() => null)
    const balance = readWord(typeof answered === 'string' ? (answered as Hex) : undefined)
    return balance === null ? [] : [[key, balance]]
  })
  return new Map((await Promise.all(answers)).flat())
}
