import { TypeRegistry } from '@polkadot/types'
import { sr25519Verify, waitReady } from '@polkadot/wasm-crypto'
import { base58, hex } from '@scure/base'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createWalletControl, type WalletControl } from './control.ts'
import { createMemoryStorage } from './memoryStorage.ts'
import { createPolkadotExtension } from './polkadot.ts'

// Substrate's well-known development accounts Alice and Bob.
const seeds = [
  'e5be9a5092b81bca64be81d212e7f2f9eba183bb7a90954f7b76361f6edb5c0a',
  '398f0c28f98885e046333d4a41c19cee4c37368a9832c6502f6cfd182e2aef89',
]
const alice = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const bob = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty'

let control: WalletControl
let extension: ReturnType<typeof createPolkadotExtension>
beforeAll(async () => {
  await waitReady()
})
beforeEach(() => {
  control = createWalletControl('polkadot', createMemoryStorage())
  extension = createPolkadotExtension({ seeds }, control)
})

const isSigned = (signature: string, message: Uint8Array, by: string): boolean =>
  sr25519Verify(hex.decode(signature.slice(2)), message, base58.decode(by).subarray(1, 33))

test('derives the well-known addresses of Alice and Bob', async () => {
  const { accounts } = await extension.enable('shop.test')
  expect((await accounts.get()).map(({ address }) => address)).toEqual([alice, bob])
})

test('wraps a text before it signs, and the signature verifies with other software', async () => {
  const { signer } = await extension.enable('shop.test')
  const { signature } = await signer.signRaw({ address: alice, data: '0x436f66666565', type: 'bytes' })
  expect(isSigned(signature, new TextEncoder().encode('<Bytes>Coffee</Bytes>'), alice)).toBe(true)
  expect(isSigned(signature, new TextEncoder().encode('<Bytes>Coffee</Bytes>'), bob)).toBe(false)
  expect(isSigned(signature, new TextEncoder().encode('Coffee'), alice)).toBe(false)
  const plain = await signer.signRaw({ address: bob, data: '<Bytes>Coffee</Bytes>', type: 'bytes' })
  expect(isSigned(plain.signature, new TextEncoder().encode('<Bytes>Coffee</Bytes>'), bob)).toBe(true)
})

const basic = {
  address: alice,
  // The encoded call Balances.transferKeepAlive, which pays Bob.
  method: `0x050300${hex.encode(base58.decode(bob).subarray(1, 33))}0700e8764817`,
  era: '0xf502',
  nonce: '0x00000041',
  tip: '0x00000000000000000000000000bc614e',
  specVersion: '0x000f4a12',
  transactionVersion: '0x0000001a',
  genesisHash: '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3',
  blockHash: `0x${'5a'.repeat(32)}`,
}
const extensions = ['CheckSpecVersion', 'CheckTxVersion', 'CheckGenesis', 'CheckMortality', 'CheckNonce']
const withTip = [...extensions, 'CheckWeight', 'ChargeTransactionPayment']

test.each([
  ['for an old runtime', { ...basic, signedExtensions: withTip }],
  ['that checks the metadata', { ...basic, mode: 0, signedExtensions: [...withTip, 'CheckMetadataHash'] }],
  ['with a long call', { ...basic, method: `0x0000${'ab'.repeat(400)}`, signedExtensions: withTip }],
  ['that is immortal, without a tip', { ...basic, era: '0x00', tip: '0x00', nonce: '0x00', signedExtensions: withTip }],
])('signs a transaction %s as @polkadot/types encodes it', async (_, payload) => {
  const { signer } = await extension.enable('shop.test')
  const { signature } = await signer.signPayload(payload)
  const registry = new TypeRegistry()
  registry.setSignedExtensions(payload.signedExtensions)
  const bytes = registry.createType('ExtrinsicPayload', payload, { version: 4 }).toU8a({ method: true })
  const signed = bytes.length > 256 ? registry.hash(bytes).toU8a() : bytes
  expect(signature.slice(0, 4)).toBe('0x01')
  expect(isSigned(`0x${signature.slice(4)}`, signed, alice)).toBe(true)
})

test('reports an account switch, a lock and a revoked permission to the listener of the page', async () => {
  const { accounts } = await extension.enable('shop.test')
  const seen: string[][] = []
  const stop = accounts.subscribe((list) => seen.push(list.map(({ address }) => address)))
  control.handle.switchAccount(1)
  control.handle.forgetSite()
  stop()
  await extension.enable('shop.test')
  expect(seen).toEqual([[alice, bob], [bob, alice], []])
})

test('rejects a declined request with the message that the Polkadot.js extension uses', async () => {
  control.handle.rejectNext()
  await expect(extension.enable('shop.test')).rejects.toThrow('Rejected')
  const { signer } = await extension.enable('shop.test')
  control.handle.rejectNext()
  await expect(signer.signRaw({ address: alice, data: 'no', type: 'bytes' })).rejects.toThrow('Cancelled')
})
