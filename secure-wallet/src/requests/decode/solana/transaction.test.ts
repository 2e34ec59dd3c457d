import { base58 } from '@scure/base'
import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { assert, property, uint8Array } from 'fast-check'
import { expect, test } from 'vitest'
import { decodeInstruction } from './instructions.ts'
import { insertSignature, readMessage, readTransaction } from './transaction.ts'

const payer = Keypair.fromSeed(new Uint8Array(32).fill(7))
const friend = Keypair.fromSeed(new Uint8Array(32).fill(8)).publicKey
const token = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
const blockhash = base58.encode(new Uint8Array(32).fill(3))
const tokenInstruction = (data: number[], keys: PublicKey[]) =>
  new TransactionInstruction({
    programId: token,
    data: Buffer.from(data),
    keys: keys.map((pubkey, index) => ({ pubkey, isSigner: index === keys.length - 1, isWritable: index === 0 })),
  })
const instructions = [
  ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000 }),
  SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: friend, lamports: 5_000_000 }),
  tokenInstruction([12, 64, 66, 15, 0, 0, 0, 0, 0, 6], [friend, token, friend, payer.publicKey]),
  tokenInstruction([4, 255, 255, 255, 255, 255, 255, 255, 255], [friend, friend, payer.publicKey]),
  tokenInstruction([6, 2, 1, ...friend.toBytes()], [friend, payer.publicKey]),
  new TransactionInstruction({
    programId: new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
    keys: [],
    data: Buffer.from('rent'),
  }),
  new TransactionInstruction({ programId: friend, keys: [], data: Buffer.from([1, 2]) }),
]
const legacy = () => {
  const transaction = new Transaction({ feePayer: payer.publicKey, recentBlockhash: blockhash }).add(...instructions)
  return transaction.serialize({ requireAllSignatures: false })
}
const versioned = () =>
  new VersionedTransaction(
    new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: blockhash,
      instructions,
    }).compileToV0Message(),
  ).serialize()

test.each([
  ['legacy', legacy],
  ['version 0', versioned],
])('reads every instruction of a %s transaction that another library wrote', (_name, make) => {
  const transaction = readTransaction(new Uint8Array(make()))
  if (!transaction) throw new Error('not read')
  const { message } = transaction
  expect(message).toMatchObject({ signerCount: 1, blockhash })
  expect(message.accounts[0]).toBe(payer.publicKey.toBase58())
  const address = friend.toBase58()
  expect(message.instructions.map((each) => decodeInstruction(each, message.accounts))).toEqual([
    { kind: 'fee', unitPrice: 1_000n, unitLimit: null },
    { kind: 'transfer', mint: null, amount: 5_000_000n, from: payer.publicKey.toBase58(), to: address, decimals: 9 },
    { kind: 'transfer', mint: token.toBase58(), amount: 1_000_000n, from: address, to: address, decimals: 6 },
    { kind: 'allow', account: address, amount: 2n ** 64n - 1n, spender: address },
    { kind: 'control', name: 'changeOwner', account: address, to: address },
    { kind: 'memo', text: 'rent' },
    { kind: 'unknown', program: address },
  ])
})

test('puts a signature in the position of its signer, and keeps the message unchanged', () => {
  const bytes = new Uint8Array(versioned())
  const transaction = readTransaction(bytes)
  if (!transaction) throw new Error('not read')
  const signed = insertSignature(transaction, payer.publicKey.toBase58(), new Uint8Array(64).fill(9))
  const expected = VersionedTransaction.deserialize(bytes)
  expected.addSignature(payer.publicKey, new Uint8Array(64).fill(9))
  expect(signed).toEqual(new Uint8Array(expected.serialize()))
})

test('rejects a transaction with missing or extra bytes', () => {
  const bytes = new Uint8Array(versioned())
  for (let length = 0; length < bytes.length; length++) expect(readTransaction(bytes.slice(0, length))).toBeNull()
  expect(readTransaction(Uint8Array.from([...bytes, 0]))).toBeNull()
})

test('never throws when it reads a transaction, whatever the bytes', () => {
  assert(
    property(uint8Array({ maxLength: 1_300 }), (bytes) => void [readTransaction(bytes), readMessage(bytes)]),
    {
      numRuns: 5_000,
    },
  )
})
