import { secp256k1 } from '@noble/curves/secp256k1.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JsonServer } from '../jsonServer.ts'
import { startCosmosChain } from './cosmos.ts'
import { writeFields } from './protobuf.ts'
import { cosmosAddress, readTransfer } from './transaction.ts'

/**
 * The first of the test vectors that cosmjs publishes: its faucet sends 1234567 ucosm on simd-testing, as account 1.
 */
const published = Buffer.from(
  '0a97010a90010a1c2f636f736d6f732e62616e6b2e763162657461312e4d736753656e6412700a2d636f736d6f7331706b707472653766646b6c366766727a6c65736a6a766878686c63337234676d6d6b38727336122d636f736d6f7331717970717870713971637273737a673270767871367273307a716733797963356c7a763778751a100a0575636f736d12073132333435363712001800126b0a500a460a1f2f636f736d6f732e63727970746f2e736563703235366b312e5075624b657912230a21034f04181eeba35391b858633a765c4a0c189697b40d216354d50890d350c7029012040a020801180012170a0d0a0575636f736d12043230303010c09a0c1a0022001a40d1bb55b0f3e5f9c260a20c8ccf2cb44f19bafccba84c7fb6e2b77fac401b15c9228c33236a701dd7a7c4a481aa5dedb902c982fe565504c4f4e7f39ccfcd73d6',
  'hex',
)
const simd = { chainId: 'simd-testing', prefix: 'cosmos', accountNumber: () => 1n }

test('reads a published transaction and verifies its signature', () => {
  expect(readTransfer(published, simd)).toEqual({
    from: 'cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs6',
    to: 'cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu',
    coins: [{ denom: 'ucosm', amount: 1234567n }],
    fee: [{ denom: 'ucosm', amount: 2000n }],
    sequence: 0n,
  })
})

test.each([
  ['another chain', { ...simd, chainId: 'cosmoshub-4' }],
  ['another account', { ...simd, accountNumber: () => 2n }],
])('rejects a published transaction if it is checked for %s', (_, chain) => {
  expect(() => readTransfer(published, chain)).toThrow('signature verification failed')
})

test('rejects a published transaction if any of its bytes is changed', () => {
  for (let at = 0; at < published.length; at++) {
    const changed = Buffer.from(published)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => readTransfer(changed, simd), `byte ${at}`).toThrow()
  }
})

let server: JsonServer
beforeAll(async () => {
  server = await startCosmosChain(0)
})
afterAll(() => server.stop())

const secret = new Uint8Array(32).fill(7)
const publicKey = secp256k1.getPublicKey(secret, true)
const sender = cosmosAddress('cosmos', publicKey)
const receiver = 'cosmos1x6m7cwjd4wlr44ezq6sgcqv7whjm9pkqtgqq3y'

const coin = (amount: string) =>
  writeFields([
    [1, utf8ToBytes('uatom')],
    [2, utf8ToBytes(amount)],
  ])
const any = (type: string, value: Uint8Array) =>
  writeFields([
    [1, utf8ToBytes(type)],
    [2, value],
  ])

const signTransfer = (amount: string, sequence: bigint, accountNumber = 0n) => {
  const send = writeFields([
    [1, utf8ToBytes(sender)],
    [2, utf8ToBytes(receiver)],
    [3, coin(amount)],
  ])
  const body = writeFields([[1, any('/cosmos.bank.v1beta1.MsgSend', send)]])
  const key = any('/cosmos.crypto.secp256k1.PubKey', writeFields([[1, publicKey]]))
  const signer = writeFields([
    [1, key],
    [3, sequence],
  ])
  const fee = writeFields([
    [1, coin('500')],
    [2, 80_000n],
  ])
  const authInfo = writeFields([
    [1, signer],
    [2, fee],
  ])
  const document = writeFields([
    [1, body],
    [2, authInfo],
    [3, utf8ToBytes('cosmoshub-4')],
    [4, accountNumber],
  ])
  const signature = secp256k1.sign(document, secret)
  return writeFields([
    [1, body],
    [2, authInfo],
    [3, signature],
  ])
}
const broadcast = async (bytes: Uint8Array) => {
  const body = JSON.stringify({ tx_bytes: Buffer.from(bytes).toString('base64'), mode: 'BROADCAST_MODE_SYNC' })
  const answer = await fetch(`${server.url}/cosmos/tx/v1beta1/txs`, { method: 'POST', body })
  return (await answer.json()).tx_response
}
const held = async (address: string) => {
  const answer = await fetch(`${server.url}/cosmos/bank/v1beta1/balances/${address}/by_denom?denom=uatom`)
  return (await answer.json()).balance.amount
}

test('the chain executes a signed transfer once, takes its fee, and accepts only the next sequence number', async () => {
  await fetch(`${server.url}/faucet?address=${sender}&denom=uatom&amount=10000`, { method: 'POST' })
  const first = signTransfer('3000', 0n)
  const { code, txhash } = await broadcast(first)
  expect(code).toBe(0)
  expect([await held(sender), await held(receiver)]).toEqual(['6500', '3000'])
  const found = await fetch(`${server.url}/cosmos/tx/v1beta1/txs/${txhash}`)
  expect((await found.json()).tx_response).toMatchObject({ code: 0, txhash })
  expect((await broadcast(first)).raw_log).toContain('account sequence mismatch, expected 1, got 0')
  expect((await broadcast(signTransfer('6001', 1n))).raw_log).toContain('insufficient funds')
  expect((await broadcast(signTransfer('1', 1n, 5n))).raw_log).toContain('signature verification failed')
  expect((await broadcast(signTransfer('6000', 1n))).code).toBe(0)
  expect([await held(sender), await held(receiver)]).toEqual(['0', '9000'])
  const account = await fetch(`${server.url}/cosmos/auth/v1beta1/accounts/${sender}`)
  expect((await account.json()).account).toMatchObject({ account_number: '0', sequence: '2' })
})
