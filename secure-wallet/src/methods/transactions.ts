import { AppError } from 'loader/protocol/errors.ts'
import * as v from 'valibot'
import type { Address } from 'viem'
import type { Prepared } from '../approval/approvals.ts'
import { messages } from '../approval/messages.ts'
import type { Choice } from '../approval/proposal.ts'
import { describeCalls } from '../describe/calls.ts'
import { readTokens } from '../describe/tokens.ts'
import { chooseFees } from '../fees/chooseFees.ts'
import { feeText } from '../fees/feeText.ts'
import { feeOf, suggestFees } from '../fees/suggestFees.ts'
import type { WantedCall, Wishes } from './callParams.ts'
import { type Approved, type Draft, draft, signAll } from './drafts.ts'
import { quantity, type RpcPlace } from './scope.ts'
import { gasMargin, tryOut } from './tryOut.ts'

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
  const [next, mined, suggested, balance, tried, recipients] = await Promise.all([
    nonces.next(chainId, account),
    node.ask(chainId, 'eth_getTransactionCount', [account, 'latest']),
    suggestFees(node, chainId),
    node.ask(chainId, 'eth_getBalance', [account, 'latest']),
    tryOut(place, account, wanted),
    scope.recipients.all(),
  ])
  if (wishes.nonce !== null && wishes.nonce < Number(v.parse(quantity, mined))) throw new AppError('NONCE_TOO_LOW')
  const firstNonce = wishes.nonce ?? next
  const { calls, actions, simulation, gas } = tried
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
