import { reportAttack } from '@appkit-frame/loader/protocol/test/attack.ts'
import { type Address, maxUint256 } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Deployed, nodeWithout, startTestChain, type TestChain } from '../../../test/chain.ts'
import { planCalls } from '../../../test/planCalls.ts'
import { transactionCost } from '../fees/suggestFees.ts'
import { simulatePlan } from './simulate.ts'

/** A gate of SECURITY-MODEL.md 6: contracts that behave in a simulation and take tokens in a block. */
const gate = 'G20'
const thief: Address = '0x0000000000000000000000000000000000000Bad'

let chain: TestChain
let token: Deployed
beforeAll(async () => {
  chain = await startTestChain(4393)
  token = await chain.deploy('PlainToken', ['Dollar', 'USD'])
  await token.call('mint', [chain.me, 1_000_000n])
}, 30_000)
afterAll(() => chain.stop())

const makeTrap = async (name: string, args: unknown[] = []) => {
  const trap = await chain.deploy(name, [token.address, ...args], 1_000n)
  await token.call('approve', [trap.address, maxUint256])
  return trap
}
const simulate = async (trap: Deployed, { calls = 1, node = chain.node } = {}) => {
  const claims = Array.from({ length: calls }, () => ({ to: trap.address, data: trap.encode('claim') }))
  const { plan, options } = await planCalls(chain, claims, node)
  return simulatePlan({ node, chainId: 'eip155:31337' }, plan, options)
}
const theft = (amount: bigint) => ({
  effects: { changes: expect.arrayContaining([{ asset: { kind: 'erc20', token: token.address }, amount }]) },
})
const byTrace = () => nodeWithout(chain.node, ['eth_simulateV1'])

test('shows what a contract takes that behaves only without fees, base fee or gas limit', async ({ task }) => {
  for (const name of ['PricedTrap', 'BaseFeeTrap', 'GasTrap']) {
    const trap = await makeTrap(name)
    for (const node of [chain.node, byTrace()])
      expect(await simulate(trap, { node }), name).toMatchObject({ ...theft(-100n), doubts: [] })
  }
  reportAttack(task, gate, 6, 'contracts that behave in a simulation')
})

test('shows what the second call of a bundle takes because it runs in a later block', async ({ task }) => {
  expect(await simulate(await makeTrap('BlockTrap'), { calls: 2 })).toMatchObject(theft(-100n))
  reportAttack(task, gate, 1, 'contracts that behave in a simulation')
})

test('doubts a contract that does something else for another block producer, later, or for another fee', async ({
  task,
}) => {
  const { plan: anyPlan } = await planCalls(chain, [{ to: token.address }], chain.node)
  const traps: [string, unknown[]][] = [
    ['CoinbaseTrap', []],
    ['TimeTrap', [9n]],
    ['PriceLevelTrap', [(anyPlan.block.baseFee ?? 0n) + 2_000_000_000n]],
  ]
  for (const [name, args] of traps) {
    const trap = await makeTrap(name, args)
    for (const node of [chain.node, byTrace()]) {
      const { plan, options } = await planCalls(chain, [{ to: trap.address, data: trap.encode('claim') }], node)
      // On the test chain all fees of a card have the same price, so the last choice pays ten gwei more.
      const [low, fast] = options.otherFees.map((fee, index) =>
        fee.type === 'eip1559' && index === 1
          ? { ...fee, maxPriorityFeePerGas: 10n ** 10n, maxFeePerGas: fee.maxFeePerGas + 10n ** 10n }
          : fee,
      )
      const otherFees = [low, fast].filter((fee) => fee !== undefined)
      const simulation = await simulatePlan({ node, chainId: 'eip155:31337' }, plan, { ...options, otherFees })
      expect(simulation, name).toMatchObject({ doubts: ['unsteady'] })
    }
  }
  reportAttack(task, gate, 6, 'contracts that behave in a simulation')
})

test('doubts a contract that changes within a minute, even if the account can pay only one more run', async ({
  task,
}) => {
  const delays = [20n, 45n, 59n]
  for (const node of [chain.node, byTrace()])
    for (const delay of delays) {
      const trap = await makeTrap('TimeTrap', [delay])
      const { plan, options } = await planCalls(chain, [{ to: trap.address, data: trap.encode('claim') }], node)
      const balance = plan.transactions.reduce((sum, { fee, gas }) => sum + transactionCost(fee, gas).most, 0n)
      const simulation = await simulatePlan({ node, chainId: 'eip155:31337' }, plan, {
        ...options,
        otherFees: options.otherFees.slice(1),
        balance,
      })
      expect(simulation, `${delay} s`).toMatchObject({ doubts: ['unsteady'] })
    }
  reportAttack(task, gate, 2 * delays.length, 'contracts that behave in a simulation')
})

test('doubts a contract that takes tokens only if it has more gas than the wallet gives', async ({ task }) => {
  const trap = await makeTrap('SpareGasTrap', [600_000n])
  for (const node of [chain.node, byTrace()])
    expect(await simulate(trap, { node })).toMatchObject({ doubts: ['unsteady'] })
  reportAttack(task, gate, 2, 'contracts that behave in a simulation')
})

test('does not doubt a contract that always does the same', async () => {
  const trap = await makeTrap('SwitchedTrap')
  for (const node of [chain.node, byTrace()])
    expect(await simulate(trap, { node })).toMatchObject({
      effects: { changes: [{ asset: { kind: 'native' }, amount: 1n }] },
      doubts: [],
    })
  await trap.call('turn', [true])
  expect(await simulate(trap)).toMatchObject({ ...theft(-100n), effects: { receivers: [thief] } })
})
