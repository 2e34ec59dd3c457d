import { AppError } from 'loader/protocol/errors.ts'
import * as v from 'valibot'
import {
  type Address,
  type Hex,
  hexToNumber,
  keccak256,
  numberToHex,
  serializeTransaction,
  slice,
  type TransactionSerializable,
  toHex,
} from 'viem'
import type { Prepared, Sign } from '../approval/approvals.ts'
import { messages } from '../approval/messages.ts'
import type { Choice } from '../approval/proposal.ts'
import { decodeCall } from '../decode/calldata.ts'
import { describeCalls } from '../describe/calls.ts'
import { readTokens } from '../describe/tokens.ts'
import { feeText } from '../fees/feeText.ts'
import { type FeeLevel, feeOf, type GasFee, suggestFees } from '../fees/suggestFees.ts'
import { type Simulation, simulate } from '../simulate/simulate.ts'
import type { WantedCall, Wishes } from './callParams.ts'
import { quantity, type RpcPlace } from './scope.ts'

/** One signed transaction on its way: `send` resolves with its hash once a node has taken it. */
export type Approved = { nonce: number; raw: Hex; hash: Hex }
type Draft = { digest: string; unsigned: TransactionSerializable }

const gasMargin = 125n

/** Everything of a card for one transaction, or for several that are sent one after the other. */
export const prepareCalls = async (
  place: RpcPlace,
  account: Address,
  wanted: readonly WantedCall[],
  wishes: Wishes,
  send: (signed: readonly Approved[]) => Promise<unknown>,
): Promise<Prepared> => {
  const { scope, network, chainId } = place
  const { node, nonces } = scope
  const calls = wanted.map(({ to, value, data }) => ({ from: account, to, value, data }))
  const actions = calls.flatMap((call) => decodeCall(call))
  const [next, mined, suggested, balance, simulation, recipients] = await Promise.all([
    nonces.next(chainId, account),
    node.ask(chainId, 'eth_getTransactionCount', [account, 'latest']),
    suggestFees(node, chainId),
    node.ask(chainId, 'eth_getBalance', [account, 'latest']),
    simulate(node, chainId, account, calls),
    scope.recipients.all(),
  ])
  if (wishes.nonce !== null && wishes.nonce < Number(v.parse(quantity, mined))) throw new AppError('NONCE_TOO_LOW')
  const firstNonce = wishes.nonce ?? next
  const gas = await estimateGas(place, account, wanted, simulation)
  const effects = simulation.status === 'ok' ? simulation.effects : { changes: [], grants: [] }
  const tokens = await readTokens(node, chainId, [
    ...actions.flatMap((action) => ('asset' in action && 'token' in action.asset ? [action.asset.token] : [])),
    ...[...effects.changes, ...effects.grants].flatMap(({ asset }) => ('token' in asset ? [asset.token] : [])),
  ])
  const { riskClass, label, ...described } = describeCalls({
    account,
    network,
    calls,
    actions,
    simulation,
    tokens,
    recipients,
    isBlocked: gas.problem !== null,
  })

  const drafts = new Map<string, Draft[]>()
  const totals: bigint[] = []
  const choices = chooseFees(suggested, wishes).map(({ id, fee }): Choice => {
    const made = wanted.map((call, index) =>
      draft(call, firstNonce + index, Number(network.id), fee, gas.limits[index] ?? 0n),
    )
    drafts.set(id, made)
    const costs = gas.limits.map((limit) => feeOf(fee, limit))
    const most = costs.reduce((sum, cost) => sum + cost.most, 0n)
    const likely = costs.reduce((sum, cost) => sum + (cost.likely * 100n) / gasMargin, 0n)
    totals.push(most)
    return {
      id,
      name: messages.fees[id],
      isPreset: id === 'normal' || id === 'site',
      fee: { likely: feeText(likely, network.nativeCurrency), most: feeText(most, network.nativeCurrency) },
      label,
      namespace: 'eip155',
      digests: made.map(({ digest }) => digest),
    }
  })
  const value = calls.reduce((sum, call) => sum + call.value, 0n)
  const [least = 0n] = totals.toSorted((a, b) => (a < b ? -1 : 1))
  const isShort = v.parse(quantity, balance) < value + least

  return {
    proposal: {
      facts: {
        host: scope.host,
        ...described,
        message: null,
        tree: [],
        rows: [...described.rows, { label: messages.rows.account, value: account, isAddress: true }],
        raw: wanted.map(({ to, data }) => `${to ?? messages.newContract}\n${data}`).join('\n\n'),
      },
      riskClass,
      choices,
      blocked: isShort ? 'INSUFFICIENT_FUNDS' : gas.problem,
      isBlockTold: !isShort && gas.problem === 'EXECUTION_REVERTED' && simulation.status === 'fails',
    },
    complete: async (choice, sign) => {
      const made = drafts.get(choice.id) ?? []
      let result: unknown
      const spend = async (): Promise<void> => {
        result = await send(await signAll(made, sign))
      }
      // One that takes the place of another has its nonce by intention.
      if (wishes.nonce !== null) await spend()
      else if (!(await nonces.spend(chainId, account, firstNonce, spend))) return { status: 'stale' }
      await scope.recipients.add(actions.flatMap((action) => (action.kind === 'transfer' ? [action.to] : [])))
      return { status: 'done', result }
    },
  }
}

const draft = (call: WantedCall, nonce: number, chainId: number, fee: GasFee, gas: bigint): Draft => {
  const base = { chainId, nonce, gas, to: call.to, value: call.value, data: call.data }
  const unsigned: TransactionSerializable =
    fee.type === 'legacy'
      ? { ...base, type: 'legacy', gasPrice: fee.gasPrice }
      : { ...base, type: 'eip1559', maxFeePerGas: fee.maxFeePerGas, maxPriorityFeePerGas: fee.maxPriorityFeePerGas }
  return { unsigned, digest: keccak256(serializeTransaction(unsigned)).slice(2) }
}

const signAll = async (drafts: readonly Draft[], sign: Sign): Promise<Approved[]> => {
  const signed: Approved[] = []
  for (const { unsigned, digest } of drafts) {
    const signature = toHex(await sign(digest))
    const v = hexToNumber(slice(signature, 64, 65))
    const raw = serializeTransaction(unsigned, {
      r: slice(signature, 0, 32),
      s: slice(signature, 32, 64),
      yParity: v === 28 ? 1 : 0,
      v: BigInt(v),
    })
    signed.push({ raw, hash: keccak256(raw), nonce: unsigned.nonce ?? 0 })
  }
  return signed
}

/** A node that has it already has taken it, whatever it calls that. */
export const broadcast = async ({ scope: { node }, chainId }: RpcPlace, { raw, hash }: Approved): Promise<Hex> => {
  try {
    await node.ask(chainId, 'eth_sendRawTransaction', [raw])
  } catch (thrown) {
    const isKnown = thrown instanceof AppError && thrown.code === 'NONCE_TOO_LOW'
    const found = isKnown && (await node.ask(chainId, 'eth_getTransactionByHash', [hash]).catch(() => null))
    if (!found) throw thrown
  }
  return hash
}

type Gas = { limits: bigint[]; problem: 'INSUFFICIENT_FUNDS' | 'EXECUTION_REVERTED' | null }

/** Of a bundle only the trial knows what the later ones need, since they build on the earlier ones. */
const estimateGas = async (
  { scope: { node }, chainId }: RpcPlace,
  from: Address,
  wanted: readonly WantedCall[],
  simulation: Simulation,
): Promise<Gas> => {
  let problem: Gas['problem'] = null
  const limits = wanted.map(async ({ to, value, data, gas }, index): Promise<bigint> => {
    if (gas !== null) return gas
    const tried = simulation.status === 'ok' ? simulation.gasUsed[index] : undefined
    if (wanted.length > 1 && tried !== undefined) return (tried * 150n) / 100n + 10_000n
    try {
      const call = { from, ...(to !== null && { to }), value: numberToHex(value), data }
      const estimate = v.parse(quantity, await node.ask(chainId, 'eth_estimateGas', [call]))
      return to !== null && data === '0x' && estimate === 21_000n ? estimate : (estimate * gasMargin) / 100n
    } catch (thrown) {
      // Without a limit it can't be sent, and whoever asks without one gets to see why.
      const code = thrown instanceof AppError ? thrown.code : ''
      if (code !== 'INSUFFICIENT_FUNDS' && code !== 'EXECUTION_REVERTED') throw thrown
      problem = code
      return tried ?? 0n
    }
  })
  return { limits: await Promise.all(limits), problem }
}

/** What the page wishes is one choice, and the only one; without a wish the visitor picks. */
const chooseFees = (
  suggested: { [Level in FeeLevel]: GasFee },
  { gasPrice, cap, tip }: Wishes,
): { id: FeeLevel | 'site'; fee: GasFee }[] => {
  if (gasPrice !== null) return [{ id: 'site', fee: { type: 'legacy', gasPrice } }]
  const { normal } = suggested
  if ((cap !== null || tip !== null) && normal.type === 'eip1559') {
    const maxFeePerGas = cap ?? normal.maxFeePerGas + (tip ?? 0n)
    const own = tip ?? normal.maxPriorityFeePerGas
    const maxPriorityFeePerGas = own < maxFeePerGas ? own : maxFeePerGas
    const expected = normal.expected < maxFeePerGas ? normal.expected : maxFeePerGas
    return [{ id: 'site', fee: { type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas, expected } }]
  }
  return (['low', 'normal', 'fast'] as const).map((id) => ({ id, fee: suggested[id] }))
}
