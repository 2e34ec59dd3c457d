import { hashTypedData } from 'viem'
import { expect, test } from 'vitest'
import { readTypedData } from './typedData.ts'

const token = '0x2222222222222222222222222222222222222222'
const spender = '0x3333333333333333333333333333333333333333'
const owner = '0x1111111111111111111111111111111111111111'
const domain = { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: token }
const domainFields = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]
const permit = {
  domain,
  primaryType: 'Permit',
  types: {
    EIP712Domain: domainFields,
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
  },
  message: { owner, spender, value: String(2n ** 256n - 1n), nonce: '0', deadline: '1900000000' },
}
const permit2 = {
  domain: { name: 'Permit2', chainId: 1, verifyingContract: token },
  primaryType: 'PermitSingle',
  types: {
    PermitSingle: [
      { name: 'details', type: 'PermitDetails' },
      { name: 'spender', type: 'address' },
      { name: 'sigDeadline', type: 'uint256' },
    ],
    PermitDetails: [
      { name: 'token', type: 'address' },
      { name: 'amount', type: 'uint160' },
      { name: 'expiration', type: 'uint48' },
      { name: 'nonce', type: 'uint48' },
    ],
  },
  message: {
    details: { token: spender, amount: '500', expiration: '1900000000', nonce: '0' },
    spender,
    sigDeadline: '1900000000',
  },
}

test('shows what a permit lets the spender take, and computes its EIP-712 digest', () => {
  const read = readTypedData(JSON.stringify(permit))
  expect(read.digest).toBe(hashTypedData(permit as never))
  expect(read.mayMoveAssets).toBe(true)
  expect(read.actions).toEqual([
    {
      kind: 'allow',
      asset: { kind: 'erc20', token },
      amount: 2n ** 256n - 1n,
      isUnlimited: true,
      spender,
      until: 1900000000n,
    },
  ])
})

test('names the token that a Permit2 permit lets others spend', () => {
  expect(readTypedData(permit2).actions).toMatchObject([
    { kind: 'allow', asset: { token: spender }, amount: 500n, isUnlimited: false },
  ])
})

const typedDataWith = (fields: { name: string; type: string }[], message: object) => ({
  domain,
  primaryType: 'Note',
  types: { EIP712Domain: domainFields, Note: fields },
  message,
})

test('raises the risk class only if the name of a field suggests an asset', () => {
  expect(readTypedData(typedDataWith([{ name: 'text', type: 'string' }], { text: 'hello' })).mayMoveAssets).toBe(false)
  expect(
    readTypedData(typedDataWith([{ name: 'takerAmount', type: 'uint256' }], { takerAmount: '1' })).mayMoveAssets,
  ).toBe(true)
})

test('removes invisible characters from the values that a card shows', () => {
  const { tree } = readTypedData(typedDataWith([{ name: 'text', type: 'string' }], { text: 'pay\u202e 100' }))
  expect(tree).toEqual([{ depth: 0, label: 'text', value: 'pay 100' }])
})

test.each([
  ['a text that is not JSON', '{'],
  ['a value that is not an object', '7'],
  ['data without types', { ...permit, types: undefined }],
  ['an undefined primary type', { ...permit, primaryType: 'Other' }],
  ['the domain type as the primary type', { ...permit, primaryType: 'EIP712Domain', message: domain }],
  ['a value that no type declares', typedDataWith([{ name: 'text', type: 'string' }], { text: 'a', shownOnly: 'b' })],
  [
    'a missing value',
    typedDataWith(
      [
        { name: 'text', type: 'string' },
        { name: 'more', type: 'string' },
      ],
      { text: 'a' },
    ),
  ],
  ['a malformed address', typedDataWith([{ name: 'to', type: 'address' }], { to: '0x12' })],
  ['a number too large for its type', typedDataWith([{ name: 'tip', type: 'uint8' }], { tip: '300' })],
  ['an inherited property as the primary type', { ...permit, primaryType: 'constructor' }],
])('refuses typed data with %s', (_name, data) => {
  expect(() => readTypedData(data)).toThrow(expect.objectContaining({ code: 'INVALID_PARAMS' }))
})
