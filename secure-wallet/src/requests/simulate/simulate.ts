import type { CaipNetworkId } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import * as v from 'valibot'
import { type Address, decodeErrorResult, encodeFunctionData, erc20Abi, type Hex, numberToHex } from 'viem'
import type { NodeClient } from '../../session/node.ts'
import type { TransactionCall } from '../decode/action.ts'
import { shownText } from '../decode/shownText.ts'
import { type Log, type NativeTransfer, type SimulatedEffects, sumEffects } from './effects.ts'

/**
 * The result of a simulation on the operator's node, on top of the newest block. `gasUsed` has an entry for each call.
 */
export type Simulation =
  | { status: 'ok'; effects: SimulatedEffects; gasUsed: bigint[] }
  | { status: 'fails'; reason: string }
  /** The node could not simulate the calls. */
  | { status: 'unknown' }

export const simulateOnNode = async (
  node: NodeClient,
  chainId: CaipNetworkId,
  account: Address,
  calls: readonly TransactionCall[],
): Promise<Simulation> => {
  const tried = await bySimulation(node, chainId, account, calls)
  if (tried) return tried
  const [only] = calls
  // A trace starts from the newest block, so it ignores the effects of earlier calls in the bundle.
  const traced = only && calls.length === 1 ? await byTrace(node, chainId, account, only) : null
  return traced ?? { status: 'unknown' }
}

const hex = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]*$/),
  v.transform((text) => text as Hex),
)
const address = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{40}$/),
  v.transform((text) => text as Address),
)
const quantity = v.pipe(
  hex,
  v.transform((text) => BigInt(text)),
)
const log = v.object({ address, topics: v.array(hex), data: hex })
const simulated = v.pipe(
  v.array(
    v.object({
      calls: v.array(
        v.object({
          status: quantity,
          gasUsed: quantity,
          returnData: hex,
          logs: v.optional(v.array(log), []),
          error: v.optional(v.object({ message: v.optional(v.string(), ''), data: v.optional(hex) })),
        }),
      ),
    }),
  ),
  v.minLength(1),
)

const toRequest = ({ from, to, value, data }: TransactionCall) => ({
  from,
  ...(to !== null && { to }),
  value: numberToHex(value),
  data,
})

/**
 * Returns null if the node does not know `eth_simulateV1`, or if its answer has another form than the method's
 * standard.
 */
const bySimulation = async (
  node: NodeClient,
  chainId: CaipNetworkId,
  account: Address,
  calls: readonly TransactionCall[],
): Promise<Simulation | null> => {
  const run = async (requests: object[]) => {
    const body = { blockStateCalls: [{ calls: requests }], traceTransfers: true, validation: false }
    const answered = await node.ask(chainId, 'eth_simulateV1', [body, 'latest']).catch(() => null)
    const read = v.safeParse(simulated, answered)
    return read.success && read.output[0]?.calls.length === requests.length ? read.output[0].calls : null
  }
  const requests = calls.map(toRequest)
  const results = await run(requests)
  if (!results) return null
  const failed = results.find(({ status }) => status !== 1n)
  if (failed)
    return { status: 'fails', reason: failureText(failed.error?.data ?? failed.returnData, failed.error?.message) }
  const effects = sumEffects(
    account,
    results.flatMap(({ logs }) => logs),
    [],
  )
  const gasUsed = results.map((each) => each.gasUsed)

  // A token can log transfers that did not happen. So compare the account's token balances before and after the calls.
  const tokens = effects.changes.flatMap(({ asset }) => (asset.kind === 'erc20' ? [asset.token] : []))
  if (tokens.length === 0) return { status: 'ok', effects, gasUsed }
  const reads = tokens.map((to) => ({
    to,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] }),
  }))
  const around = await run([...reads, ...requests, ...reads])
  if (!around) return { status: 'ok', effects, gasUsed }
  const balance = (index: number): bigint | null => {
    const data = around[index]?.returnData
    return data?.length === 66 ? BigInt(data) : null
  }
  const changes = effects.changes.flatMap((change) => {
    const index = change.asset.kind === 'erc20' ? tokens.indexOf(change.asset.token) : -1
    const [before, after] = [balance(index), balance(tokens.length + requests.length + index)]
    if (index < 0 || before === null || after === null) return [change]
    return before === after ? [] : [{ ...change, amount: after - before }]
  })
  return { status: 'ok', effects: { ...effects, changes }, gasUsed }
}

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
  from: address,
  to: v.optional(address),
  value: v.optional(quantity),
  error: v.optional(v.string()),
  output: v.optional(hex),
  gasUsed: v.optional(quantity),
  logs: v.optional(v.array(log)),
  calls: v.optional(v.array(v.lazy(() => callFrame))),
})

const byTrace = async (
  node: NodeClient,
  chainId: CaipNetworkId,
  account: Address,
  call: TransactionCall,
): Promise<Simulation | null> => {
  const tracer = { tracer: 'callTracer', tracerConfig: { withLog: true } }
  const answered = await node.ask(chainId, 'debug_traceCall', [toRequest(call), 'latest', tracer]).catch(() => null)
  const read = v.safeParse(callFrame, answered)
  if (!read.success) return null
  const top = read.output
  if (top.error !== undefined) return { status: 'fails', reason: failureText(top.output ?? '0x', top.error) }
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
  return { status: 'ok', effects: sumEffects(account, logs, moves), gasUsed: [top.gasUsed ?? 0n] }
}

/** Returns the contract's own error text if there is any, otherwise the node's error text. */
const failureText = (data: Hex, message = ''): string => {
  try {
    const { errorName, args = [] } = decodeErrorResult({ data })
    return shownText(String(args[0] ?? errorName)).text
  } catch {
    // The contract reverted with a custom error, or without error data.
    return shownText(message.replace(/^execution (?:reverted|failed):?\s*/i, '')).text
  }
}
