import type { Address } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Deployed, nodeWithout, startTestChain, type TestChain } from '../../../test/chain.ts'
import { planCalls } from '../../../test/planCalls.ts'
import { simulatePlan } from './simulate.ts'

const friend: Address = '0x3333333333333333333333333333333333333333'
let chain: TestChain
beforeAll(async () => {
  chain = await startTestChain(4394)
}, 30_000)
afterAll(() => chain.stop())

const make = async (name: string): Promise<Deployed> => {
  const token = await chain.deploy(name)
  await token.call('mint', [chain.me, 1_000_000n])
  return token
}
const simulate = async ({ address: to, encode }: Deployed, name: string, args: unknown[], node = chain.node) => {
  const { plan, options } = await planCalls(chain, [{ to, data: encode(name, args) }], node)
  return simulatePlan({ node, chainId: 'eip155:31337' }, plan, options)
}
const nodes: [string, () => TestChain['node']][] = [
  ['eth_simulateV1', () => chain.node],
  ['a trace', () => nodeWithout(chain.node, ['eth_simulateV1'])],
]

test.each([
  ['more than its event names', 'SurchargeToken', -1_100n, ['misreported']],
  ['tokens without an event', 'SilentToken', -1_000n, ['misreported']],
  // The fee lessens what the receiver gets. The account loses the amount that the event names.
  ['a fee from what the receiver gets', 'SecretFeeToken', -1_000n, []],
  ['a fee that its events name', 'FeeToken', -1_000n, []],
])('shows the real amount of a token that takes %s', async (_what, name, amount, doubts) => {
  const token = await make(name)
  for (const [, on] of nodes)
    expect(await simulate(token, 'transfer', [friend, 1_000n], on()), name).toMatchObject({
      effects: { changes: [{ asset: { kind: 'erc20', token: token.address }, amount }] },
      doubts,
    })
})

test.each(nodes)('with %s, shows no gift that a token only reports', async (_name, on) => {
  expect(await simulate(await make('BoastfulToken'), 'gift', [5_000n], on())).toMatchObject({
    effects: { changes: [] },
    doubts: ['misreported'],
  })
})

test('shows what a token takes from the rest of the balance when it lowers all balances', async () => {
  const token = await make('RebasingToken')
  const simulation = await simulate(token, 'transfer', [friend, 1_000n])
  // A hundredth of a million, and the thousand that are sent.
  expect(simulation).toMatchObject({ effects: { changes: [{ amount: -11_000n }] }, doubts: ['misreported'] })
})

test('counts native coins by the balance, without the fee', async () => {
  const vault = await chain.deploy('Vault')
  await vault.call('deposit', [], { value: '0x64' })
  expect(await simulate(vault, 'withdraw', [40n])).toMatchObject({
    effects: {
      changes: expect.arrayContaining([
        { asset: { kind: 'native' }, amount: 40n },
        { asset: { kind: 'erc20', token: vault.address }, amount: -40n },
      ]),
    },
    doubts: [],
  })
})
