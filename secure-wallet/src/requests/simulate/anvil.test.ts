import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { toWalletError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import {
  type Abi,
  type Address,
  concat,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  maxUint256,
  numberToHex,
  pad,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NodeClient } from '../../session/node.ts'
import { decodeCall } from '../decode/calldata.ts'
import { simulateOnNode } from './simulate.ts'

const url = 'http://127.0.0.1:4391'
const load = createRequire(import.meta.url)
const { abi, bytecode }: { abi: Abi; bytecode: Hex } = load(
  '@openzeppelin/contracts/build/contracts/ERC20PresetFixedSupply.json',
)

let anvil: ChildProcess
let me: Address
let token: Address
const thief: Address = '0x3333333333333333333333333333333333333333'
const trap: Address = '0x4444444444444444444444444444444444444444'
const claim: Hex = '0x4e71d92d'

const rpc = async (method: string, params: unknown): Promise<unknown> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  const { result, error } = (await response.json()) as { result: unknown; error?: unknown }
  if (error) throw toWalletError(error)
  return result
}
const node: NodeClient = { ask: (_chain, method, params) => rpc(method, params) }
const without = (missing: string[]): NodeClient => ({
  ask: async (chain, method, params) => {
    if (missing.includes(method)) throw toWalletError({ code: -32601, message: 'Method not found' })
    return node.ask(chain, method, params)
  },
})
const send = async (transaction: object): Promise<{ contractAddress: Address }> => {
  const hash = await rpc('eth_sendTransaction', [{ from: me, gas: '0x2dc6c0', ...transaction }])
  for (;;) {
    const receipt = await rpc('eth_getTransactionReceipt', [hash])
    if (receipt) return receipt as { contractAddress: Address }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

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
    token,
    ...(['0x5a', '0xf1', '0x00'] as Hex[]),
  ])
}

beforeAll(async () => {
  const wrapper = createRequire(load.resolve('@foundry-rs/anvil/package.json'))
  const cpu = { x64: 'amd64', arm64: 'arm64' }[process.arch as string] ?? process.arch
  const home = dirname(wrapper.resolve(`@foundry-rs/anvil-${process.platform}-${cpu}/package.json`))
  anvil = spawn(join(home, 'bin', 'anvil'), ['--port', '4391', '--quiet'], { stdio: 'ignore' })
  for (let tries = 0; tries < 200; tries++) {
    try {
      const [first] = (await rpc('eth_accounts', [])) as Address[]
      if (first) me = first
      break
    } catch {
      // The local node has not started yet, so try again.
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const deployed = await send({ data: encodeDeployData({ abi, bytecode, args: ['Dollar', 'USD', 1_000n, me] }) })
  token = deployed.contractAddress
  await rpc('anvil_setCode', [trap, takeTokens()])
  await send({ to: token, data: encodeFunctionData({ abi, functionName: 'approve', args: [trap, maxUint256] }) })
}, 30_000)
afterAll(() => anvil.kill())

const checksummed = () => expect.stringMatching(new RegExp(token, 'i'))

test.each([
  ['eth_simulateV1', () => node],
  ['a trace', () => without(['eth_simulateV1'])],
])('with %s, shows that a function named `claim` takes tokens', async (_name, on) => {
  const call = { from: me, to: trap, value: 0n, data: claim }
  expect(decodeCall(call)).toMatchObject([{ kind: 'unknown' }])
  expect(await simulateOnNode(on(), 'eip155:31337', me, [call])).toMatchObject({
    status: 'ok',
    effects: { changes: [{ asset: { kind: 'erc20', token: checksummed() }, amount: -100n }], grants: [] },
  })
})

test.each([
  ['eth_simulateV1', () => node],
  ['a trace', () => without(['eth_simulateV1'])],
])('with %s, lists moved native coins and new allowances', async (_name, on) => {
  const sent = await simulateOnNode(on(), 'eip155:31337', me, [{ from: me, to: thief, value: 5n, data: '0x' }])
  expect(sent).toMatchObject({ effects: { changes: [{ asset: { kind: 'native' }, amount: -5n }] } })
  const data = encodeFunctionData({ abi, functionName: 'approve', args: [thief, 7n] })
  const allowed = await simulateOnNode(on(), 'eip155:31337', me, [{ from: me, to: token, value: 0n, data }])
  expect(allowed).toMatchObject({ effects: { grants: [{ amount: 7n }], changes: [] } })
})

test.each([
  ['eth_simulateV1', () => node],
  ['a trace', () => without(['eth_simulateV1'])],
])('with %s, reports why a call fails', async (_name, on) => {
  const data = encodeFunctionData({ abi, functionName: 'transfer', args: [thief, 5_000n] })
  expect(await simulateOnNode(on(), 'eip155:31337', me, [{ from: me, to: token, value: 0n, data }])).toEqual({
    status: 'fails',
    reason: 'ERC20: transfer amount exceeds balance',
  })
})

test('simulates a bundle as a whole, in sequence', async () => {
  const call = (functionName: string, args: unknown[]) => ({
    from: me,
    to: token,
    value: 0n,
    data: encodeFunctionData({ abi, functionName, args }),
  })
  const calls = [call('approve', [thief, 5n]), call('transfer', [thief, 40n]), call('transfer', [thief, 2n])]
  const simulation = await simulateOnNode(node, 'eip155:31337', me, calls)
  expect(simulation).toMatchObject({ effects: { changes: [{ amount: -42n }], grants: [{ amount: 5n }] } })
  expect(simulation.status === 'ok' && simulation.gasUsed).toHaveLength(3)
})

test('reports an unknown result if the node supports neither eth_simulateV1 nor debug_traceCall', async () => {
  const bare = without(['eth_simulateV1', 'debug_traceCall'])
  expect(await simulateOnNode(bare, 'eip155:31337', me, [{ from: me, to: trap, value: 0n, data: claim }])).toEqual({
    status: 'unknown',
  })
})
