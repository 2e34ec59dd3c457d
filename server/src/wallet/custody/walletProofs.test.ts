import { shareSetProofText, walletProofText } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { keccak256, stringToHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { makeTestVault } from '../../../test/custody.ts'
import { areWalletAddressesProven, isShareSetChangeProven } from './walletProofs.ts'

const own = await makeTestVault()
const other = await makeTestVault()

test('accepts a wallet id that the keys of both addresses signed', async () => {
  expect(await areWalletAddressesProven(own.request)).toBe(true)
  expect(walletProofText(own.request.walletId)).toBe(`AppKit wallet ${own.request.walletId}`)
})

const { request } = own
const mirrored = (() => {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const { eip155 } = request.proofs
  const s = (order - BigInt(`0x${eip155.slice(66, 130)}`)).toString(16).padStart(64, '0')
  return `${eip155.slice(0, 66)}${s}${eip155.endsWith('1b') ? '1c' : '1b'}`
})()

test.each([
  ['another wallet’s id', { walletId: other.request.walletId }],
  ['another wallet’s addresses', { accounts: other.request.accounts }],
  ['the EVM address of another wallet', { accounts: { ...request.accounts, eip155: other.request.accounts.eip155 } }],
  [
    'the Solana address of another wallet',
    { accounts: { ...request.accounts, solana: other.request.accounts.solana } },
  ],
  [
    'an address without its checksum',
    { accounts: { ...request.accounts, eip155: request.accounts.eip155.toLowerCase() } },
  ],
  ['a mirrored signature', { proofs: { ...request.proofs, eip155: mirrored } }],
  ['a signature that is not hex', { proofs: { eip155: 'x', solana: 'y' } }],
  ['a truncated signature', { proofs: { ...request.proofs, solana: request.proofs.solana.slice(0, -2) } }],
  [
    'a signature that ends in half a byte',
    { proofs: { ...request.proofs, solana: request.proofs.solana.slice(0, -1) } },
  ],
  ['a very long address', { accounts: { ...request.accounts, solana: '1'.repeat(100_000) } }],
])('rejects the proof of a wallet with %s', async (_, change) => {
  expect(await areWalletAddressesProven({ ...request, ...change })).toBe(false)
})

test("accepts a share set change that the wallet's key signed, but no signature that a site could obtain with personal_sign", async () => {
  const account = privateKeyToAccount(generatePrivateKey())
  const ids = { walletId: 'w', setId: 's', epoch: 1, sessionId: 'session' }
  const change = { action: 'remove', ...ids } as const
  const message = shareSetProofText(change)
  expect(message.startsWith('\x19A')).toBe(true)
  const proof = await account.sign({ hash: keccak256(stringToHex(message)) })
  expect(await isShareSetChangeProven(change, account.address, proof)).toBe(true)
  expect(await isShareSetChangeProven({ ...change, epoch: 2 }, account.address, proof)).toBe(false)
  expect(await isShareSetChangeProven(change, account.address, await account.signMessage({ message }))).toBe(false)
  expect(await isShareSetChangeProven(change, account.address, undefined)).toBe(false)
})
