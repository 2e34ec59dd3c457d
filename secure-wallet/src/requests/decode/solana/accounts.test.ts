import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import {
  readLookupTable,
  readMint,
  readNonceAuthority,
  readTokenAccount,
  systemProgram,
  tokenPrograms,
} from './accounts.ts'

const [program = '', newProgram = ''] = tokenPrograms
const keyBytes = (value: number): Uint8Array => new Uint8Array(32).fill(value)
const key = (value: number): string => base58.encode(keyBytes(value))
/** Bytes of this length, with some parts at their positions. */
const bytesOf = (length: number, parts: { [at: number]: Uint8Array | number[] }): Uint8Array => {
  const data = new Uint8Array(length)
  for (const [at, part] of Object.entries(parts)) data.set(part, Number(at))
  return data
}
const account = (data: Uint8Array, owner = program) => ({ lamports: 1n, program: owner, data })
const extension = (type: number, value: Uint8Array): number[] => [type, 0, value.length, 0, ...value]

const holding = {
  0: keyBytes(1),
  32: keyBytes(2),
  64: [5, 1],
  72: [1, 0, 0, 0, ...keyBytes(3)],
  108: [1],
  121: [7],
  129: [1, 0, 0, 0, ...keyBytes(4)],
}

test('reads what a token account holds, and who else may take from it or close it', () => {
  expect(readTokenAccount(account(bytesOf(165, holding)))).toEqual({
    mint: key(1),
    owner: key(2),
    amount: 261n,
    delegate: key(3),
    allowed: 7n,
    closer: key(4),
    isFrozen: false,
  })
  const plain = bytesOf(165, { ...holding, 72: [0, 0, 0, 0], 108: [2], 129: [0, 0, 0, 0] })
  expect(readTokenAccount(account(plain, newProgram))).toMatchObject({ delegate: null, closer: null, isFrozen: true })
})

test('reads a longer token account only if it is marked as one, and never one of another program', () => {
  const long = (kind: number) => account(bytesOf(170, { ...holding, 165: [kind] }), newProgram)
  expect([0, 1, 2].map((kind) => readTokenAccount(long(kind)) !== null)).toEqual([false, false, true])
  expect(readTokenAccount(account(bytesOf(165, holding), systemProgram))).toBeNull()
  expect(readTokenAccount(account(new Uint8Array(82)))).toBeNull()
})

const mint = { 0: [1, 0, 0, 0, ...keyBytes(5)], 44: [9], 46: [1, 0, 0, 0, ...keyBytes(6)] }
const noExtensions = { fee: 0, delegate: null, hook: null }

test('reads the decimals of a token, and who may mint and freeze it', () => {
  expect(readMint(account(bytesOf(82, mint)))).toEqual({
    ...{ decimals: 9, minter: key(5), freezer: key(6), extensions: noExtensions },
  })
  expect(readMint(account(bytesOf(82, { 44: [2] })))).toMatchObject({ decimals: 2, minter: null, freezer: null })
  expect(readMint(account(bytesOf(82, mint), systemProgram))).toBeNull()
  expect([1, 2].map((kind) => readMint(account(bytesOf(166, { ...mint, 165: [kind] }))) !== null)).toEqual([
    true,
    false,
  ])
})

const withExtensions = (...extensions: number[][]) => {
  const all = extensions.flat()
  return readMint(account(bytesOf(166 + all.length, { ...mint, 165: [1], 166: all }), newProgram))?.extensions
}
const feeValue = (older: number, newer: number): Uint8Array => bytesOf(108, { 88: [older], 106: [newer] })

test('reads the fee, the delegate and the program that a token takes with each transfer', () => {
  const hook = extension(14, bytesOf(64, { 32: keyBytes(8) }))
  expect(withExtensions(extension(1, feeValue(3, 40)), extension(12, keyBytes(7)), hook)).toEqual({
    ...{ fee: 40, delegate: key(7), hook: key(8) },
  })
  expect(withExtensions(extension(1, feeValue(40, 3)))).toEqual({ ...noExtensions, fee: 40 })
})

test('an extension without a key, with too few bytes or behind the end names nothing', () => {
  expect(withExtensions(extension(12, new Uint8Array(32)), extension(14, new Uint8Array(64)))).toEqual(noExtensions)
  expect(withExtensions(extension(12, new Uint8Array(31).fill(7)))).toEqual(noExtensions)
  expect(withExtensions(extension(1, feeValue(3, 40).slice(0, 107)))).toEqual(noExtensions)
  expect(withExtensions([0, 0, 0, 0], extension(12, keyBytes(7)))).toEqual(noExtensions)
  expect(withExtensions([12, 0, 32])).toEqual(noExtensions)
})

test('reads who may advance a durable nonce', () => {
  const nonce = bytesOf(80, { 8: keyBytes(9) })
  expect(readNonceAuthority(account(nonce, systemProgram))).toBe(key(9))
  expect(readNonceAuthority(account(nonce))).toBeNull()
  expect(readNonceAuthority(account(nonce.slice(1), systemProgram))).toBeNull()
})

test('reads the addresses of a lookup table, and none of an account that is not one', () => {
  const tables = 'AddressLookupTab1e1111111111111111111111111'
  const data = bytesOf(56 + 70, { 0: [1], 56: keyBytes(1), 88: keyBytes(2) })
  expect(readLookupTable(account(data, tables))).toEqual([key(1), key(2)])
  expect(readLookupTable(account(data.slice(0, 56), tables))).toEqual([])
  expect(readLookupTable(account(data))).toBeNull()
  expect(readLookupTable(account(data.slice(0, 55), tables))).toBeNull()
  expect(readLookupTable(account(bytesOf(56, { 0: [2] }), tables))).toBeNull()
})
