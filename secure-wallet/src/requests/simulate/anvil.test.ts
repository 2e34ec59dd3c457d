import { type Address, concat, type Hex, maxUint256, numberToHex, pad } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Deployed, nodeWithout, openZeppelin, startTestChain, type TestChain } from '../../../test/chain.ts'
import { planCalls } from '../../../test/planCalls.ts'
import type { NodeClient } from '../../session/node.ts'
import { decodeCall } from '../decode/calldata.ts'
import { discover, simulatePlan } from './simulate.ts'

let chain: TestChain
let token: Deployed
const thief: Address = '0x3333333333333333333333333333333333333333'
const trap: Address = '0x4444444444444444444444444444444444444444'
const claim: Hex = '0x4e71d92d'

/** This contract takes 100 tokens from the caller in every function. */
const takeTokens = (): Hex => {
  const store = (value: Hex, offset: number): Hex[] => [
    '0x7f',
    pad(value, { dir: 'right' }),
    '0x60',
    numberToHex(offset, { size: 1 }),
    '0x52',
  ]
  return concat([
    ...store('0x23b872dd', 0),
    ...(['0x33', '0x6004', '0x52'] as Hex[]),
    ...store(pad(thief), 36),
    ...store(pad(numberToHex(100n)), 68),
    ...(['0x6000', '0x6000', '0x6064', '0x6000', '0x6000', '0x73'] as Hex[]),
    token.address,
    ...(['0x5a', '0xf1', '0x00'] as Hex[]),
  ])
}

beforeAll(async () => {
  chain = await startTestChain(4391)
  token = await chain.deploy(openZeppelin('ERC20PresetFixedSupply'), ['Dollar', 'USD', 1_000n, chain.me])
  await chain.rpc('anvil_setCode', [trap, takeTokens()])
  await token.call('approve', [trap, maxUint256])
}, 30_000)
afterAll(() => chain.stop())

type Call = { to: Address; value?: bigint; data?: Hex }
const simulate = async (node: NodeClient, ...calls: Call[]) => {
  const { plan, options } = await planCalls(chain, calls, node)
  return simulatePlan({ node, chainId: 'eip155:31337' }, plan, options)
}
const checksummed = () => expect.stringMatching(new RegExp(token.address, 'i'))
const asset = () => ({ kind: 'erc20', token: checksummed() })
const nodes: [string, () => NodeClient][] = [
  ['eth_simulateV1', () => chain.node],
  ['a trace', () => nodeWithout(chain.node, ['eth_simulateV1'])],
]

test.each(nodes)('with %s, shows that a function named `claim` takes tokens', async (_name, on) => {
  expect(decodeCall({ from: chain.me, to: trap, value: 0n, data: claim })).toMatchObject([{ kind: 'unknown' }])
  expect(await simulate(on(), { to: trap, data: claim })).toMatchObject({
    status: 'ok',
    effects: { changes: [{ asset: asset(), amount: -100n }], grants: [], receivers: [thief] },
    doubts: [],
  })
})

test.each(nodes)('with %s, lists moved native coins and new allowances', async (_name, on) => {
  expect(await simulate(on(), { to: thief, value: 5n })).toMatchObject({
    effects: { changes: [{ asset: { kind: 'native' }, amount: -5n }], receivers: [thief] },
    doubts: [],
  })
  expect(await simulate(on(), { to: token.address, data: token.encode('approve', [thief, 7n]) })).toMatchObject({
    effects: { grants: [{ amount: 7n }], changes: [] },
    doubts: [],
  })
})

test.each(nodes)('with %s, reports why a call fails', async (_name, on) => {
  expect(await simulate(on(), { to: token.address, data: token.encode('transfer', [thief, 5_000n]) })).toEqual({
    status: 'fails',
    reason: 'ERC20: transfer amount exceeds balance',
  })
})

test('simulates a bundle as a whole, in sequence', async () => {
  const call = (functionName: string, args: unknown[]) => ({
    to: token.address,
    data: token.encode(functionName, args),
  })
  const calls = [call('approve', [thief, 5n]), call('transfer', [thief, 40n]), call('transfer', [thief, 2n])]
  const simulation = await simulate(chain.node, ...calls)
  expect(simulation).toMatchObject({
    effects: { changes: [{ amount: -42n }], grants: [{ amount: 5n }] },
    doubts: [],
  })
  expect(simulation.status === 'ok' && simulation.gasUsed).toHaveLength(3)
})

test('reports an unknown result if the node supports neither eth_simulateV1 nor debug_traceCall', async () => {
  const bare = nodeWithout(chain.node, ['eth_simulateV1', 'debug_traceCall'])
  expect(await simulate(bare, { to: trap, data: claim })).toEqual({ status: 'unknown' })
  const calls = [{ from: chain.me, to: trap, value: 0n, data: claim }]
  expect(await discover({ node: bare, chainId: 'eip155:31337' }, chain.me, calls)).toMatchObject({
    isSupported: false,
    simulation: { status: 'unknown' },
  })
})
