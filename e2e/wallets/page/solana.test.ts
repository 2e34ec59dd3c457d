import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, hex } from '@scure/base'
import { address, getTransactionDecoder, lamports } from '@solana/kit'
import type {
  SolanaSignInFeature,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features'
import { parseSignInMessage } from '@solana/wallet-standard-util'
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
} from '@wallet-standard/features'
import { LiteSVM, TransactionMetadata } from 'litesvm'
import { beforeEach, expect, test } from 'vitest'
import { compileTransfer } from '../../stack/solana/transfer.ts'
import { createWalletControl, type WalletControl } from './control.ts'
import { createMemoryStorage } from './memoryStorage.ts'
import { createSolanaWallet } from './solana.ts'

type Features = StandardConnectFeature &
  StandardDisconnectFeature &
  StandardEventsFeature &
  SolanaSignMessageFeature &
  SolanaSignTransactionFeature &
  SolanaSignInFeature

// RFC 8032, section 7.1: the keys of tests 1 and 2.
const seeds = [
  '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
  '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
]
const publicKeys = [
  'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
]

let control: WalletControl
let features: Features
beforeEach(() => {
  control = createWalletControl('solana', createMemoryStorage())
  const wallet = createSolanaWallet({ seeds, chains: ['solana:devnet'] }, control)
  features = wallet.features as unknown as Features
})
const connect = async () => (await features['standard:connect'].connect()).accounts
const first = async () => {
  const [account] = await connect()
  if (!account) throw new Error('no account')
  return account
}

test('derives the public keys that RFC 8032 publishes for its secrets', async () => {
  const accounts = await connect()
  expect(accounts.map(({ publicKey }) => hex.encode(Uint8Array.from(publicKey)))).toEqual(publicKeys)
  expect(accounts.map(({ address: text }) => hex.encode(base58.decode(text)))).toEqual(publicKeys)
})

test('makes the same signature that RFC 8032 publishes for its message', async () => {
  control.handle.switchAccount(1)
  const account = await first()
  const [output] = await features['solana:signMessage'].signMessage({ account, message: Uint8Array.of(0x72) })
  expect(hex.encode(Uint8Array.from(output?.signature ?? []))).toBe(
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  )
})

test('signs a transaction that Solana’s runtime accepts', async () => {
  const account = await first()
  const chain = new LiteSVM()
  const payer = address(account.address)
  chain.airdrop(payer, lamports(1_000_000_000n))
  const receiver = address('9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu')
  const transfer = { from: payer, to: receiver, lamports: 5_000_000n, blockhash: chain.latestBlockhash() }
  const transaction = compileTransfer(transfer)
  const [output] = await features['solana:signTransaction'].signTransaction({ account, transaction })
  const outcome = chain.sendTransaction(
    getTransactionDecoder().decode(Uint8Array.from(output?.signedTransaction ?? [])),
  )
  expect(outcome).toBeInstanceOf(TransactionMetadata)
  expect(chain.getBalance(receiver)).toBe(5_000_000n)
})

test('sign-in signs the text of CAIP-122 with the active account', async () => {
  const [output] = await features['solana:signIn'].signIn({
    domain: 'shop.test',
    nonce: 'abcdefgh',
    uri: 'https://shop.test',
  })
  const { account, signedMessage, signature } = output ?? {}
  if (!account || !signedMessage || !signature) throw new Error('no answer')
  const message = Uint8Array.from(signedMessage)
  expect(ed25519.verify(Uint8Array.from(signature), message, Uint8Array.from(account.publicKey))).toBe(true)
  expect(parseSignInMessage(message)).toMatchObject({
    domain: 'shop.test',
    address: account.address,
    nonce: 'abcdefgh',
  })
})

test('a silent connect returns no accounts without permission or while the wallet is locked', async () => {
  const silent = async () => (await features['standard:connect'].connect({ silent: true })).accounts
  expect(await silent()).toEqual([])
  await connect()
  expect(await silent()).toHaveLength(2)
  control.handle.lock()
  expect(await silent()).toEqual([])
  expect(control.handle.requests().filter(({ shown }) => shown)).toHaveLength(1)
})

test('reports an account switch, a lock and a disconnect by the change event', async () => {
  const [one, two] = await connect()
  const seen: unknown[] = []
  features['standard:events'].on('change', ({ accounts }) => seen.push(accounts?.map(({ address: text }) => text)))
  control.handle.switchAccount(1)
  control.handle.lock()
  control.handle.unlock()
  await features['standard:disconnect'].disconnect()
  const order = [two?.address, one?.address]
  expect(seen).toEqual([order, [], order, []])
})

test('rejects a declined request with 4001, and signs the next request', async () => {
  const account = await first()
  const signIt = () => features['solana:signMessage'].signMessage({ account, message: Uint8Array.of(1) })
  control.handle.rejectNext()
  await expect(signIt()).rejects.toMatchObject({ code: 4001 })
  await expect(signIt()).resolves.toHaveLength(1)
})
