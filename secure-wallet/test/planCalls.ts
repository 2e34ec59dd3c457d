import type { Address, Hex } from 'viem'
import { createNonceAllocator } from '../src/requests/fees/nonces.ts'
import { readConditions } from '../src/requests/methods/conditions.ts'
import type { RpcContext } from '../src/requests/methods/scope.ts'
import type { SimulationPlan } from '../src/requests/simulate/plan.ts'
import { discover } from '../src/requests/simulate/simulate.ts'
import type { NodeClient } from '../src/session/node.ts'
import type { TestChain } from './chain.ts'

const chainId = 'eip155:31337'

/** Plans calls of the test chain's first account, as the wallet plans them for a card. */
export const planCalls = async (
  { me }: TestChain,
  calls: readonly { to: Address; value?: bigint; data?: Hex }[],
  node: NodeClient,
  gas = 500_000n,
) => {
  const nonces = createNonceAllocator({ node, withLock: (_, run) => run() })
  const context = { scope: { node, nonces, now: Date.now }, chainId } as unknown as RpcContext
  const requested = { nonce: null, gasPrice: null, cap: null, tip: null }
  const { fees, block, firstNonce, minedNonce, balance } = await readConditions(context, me, requested)
  if (!block) throw new Error('The node has no block')
  const made = calls.map(({ to, value = 0n, data = '0x' }) => ({ from: me, to, value, data }))
  const { contracts } = await discover({ node, chainId }, me, made)
  const [low, normal, fast] = fees.map(({ fee }) => fee)
  if (!low || !normal || !fast) throw new Error('The node has no fees')
  const transactions = made.map((call, index) => ({ ...call, gas, nonce: firstNonce + index, fee: normal }))
  const plan: SimulationPlan = { account: me, transactions, earlier: [], minedNonce, block, tokens: contracts }
  return { plan, options: { otherFees: [low, fast], balance, isQueued: false } }
}
