import { hashTypedData } from 'viem'
import { describe, expect, test } from 'vitest'
import { readSignedData } from './signedData.ts'

const token = '0x2222222222222222222222222222222222222222'
const mixed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const domain = { name: 'Notes', version: '2', chainId: 1, verifyingContract: token }
const domainFields = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]
type Members = { name: string; type: string }[]
const dataOf = (members: Members, message: object, more: object = {}, types: object = {}) => ({
  domain,
  primaryType: 'Note',
  types: { EIP712Domain: domainFields, Note: members, ...types },
  message,
  ...more,
})
const one = (type: string, value: unknown, types: object = {}) =>
  readSignedData(dataOf([{ name: 'it', type }], { it: value }, {}, types))

test('computes the digest of EIP-712, from an object and from its text', () => {
  const data = dataOf([{ name: 'text', type: 'string' }], { text: 'hi' })
  const digest = hashTypedData(data as never)
  expect(readSignedData(data).digest).toBe(digest)
  expect(readSignedData(JSON.stringify(data))).toMatchObject({
    digest,
    primaryType: 'Note',
    typeText: 'Note(string text)',
  })
})

test("reads the example of EIP-712 with the standard's digest", () => {
  const Person = [
    { name: 'name', type: 'string' },
    { name: 'wallet', type: 'address' },
  ]
  const read = readSignedData({
    types: {
      EIP712Domain: domainFields,
      Person,
      Mail: [
        { name: 'from', type: 'Person' },
        { name: 'to', type: 'Person' },
        { name: 'contents', type: 'string' },
      ],
    },
    primaryType: 'Mail',
    domain: {
      name: 'Ether Mail',
      version: '1',
      chainId: 1,
      verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
    },
    message: {
      from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
      to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
      contents: 'Hello, Bob!',
    },
  })
  expect(read.digest).toBe('0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2')
  expect(read.typeText).toBe('Mail(Person from,Person to,string contents)Person(string name,address wallet)')
})

describe('members that the types do not name', () => {
  const members = [{ name: 'to', type: 'Person' }]
  const Person = [{ name: 'name', type: 'string' }]
  const bare = dataOf(members, { to: { name: 'Bob' } }, {}, { Person })
  const more = dataOf(
    members,
    { to: { name: 'Bob', wallet: token }, extra: '1' },
    {},
    { Person, Unused: [{ name: 'x', type: 'no type' }] },
  )

  test('are left out of the message and its text, and the digest stays the same', () => {
    const read = readSignedData(more)
    expect(read.digest).toBe(readSignedData(bare).digest)
    expect(read.message).toEqual({ to: { name: 'Bob' } })
    expect(read.json).not.toMatch(/extra|wallet|Unused/)
    expect(hashTypedData(JSON.parse(read.json))).toBe(read.digest)
  })

  test('are left out of the domain', () => {
    const read = readSignedData({
      ...bare,
      types: { ...bare.types, EIP712Domain: [{ name: 'version', type: 'string' }] },
    })
    expect(read.domain).toEqual({ typeText: 'EIP712Domain(string version)', version: '2', all: { version: '2' } })
  })
})

test('a request without a type of the domain signs the standard members that it gives, in the standard order', () => {
  const salt = `0x${'AB'.repeat(32)}`
  const { types, ...rest } = dataOf([{ name: 'text', type: 'string' }], { text: 'hi' })
  const data = { ...rest, domain: { salt, name: 'Notes', chainId: '0x1', other: 'x' }, types: { Note: types.Note } }
  expect(readSignedData(data).domain).toEqual({
    typeText: 'EIP712Domain(string name,uint256 chainId,bytes32 salt)',
    name: 'Notes',
    chainId: 1n,
    salt: salt.toLowerCase(),
    all: { name: 'Notes', chainId: 1n, salt: salt.toLowerCase() },
  })
  expect(readSignedData({ ...data, domain: undefined }).domain.typeText).toBe('EIP712Domain()')
})

test('a member of the domain with an unusual type does not count as the member of EIP-712', () => {
  const types = [
    { name: 'name', type: 'uint256' },
    { name: 'version', type: 'bool' },
    { name: 'chainId', type: 'string' },
    { name: 'verifyingContract', type: 'string' },
    { name: 'salt', type: 'string' },
  ]
  const odd = { name: 1, version: true, chainId: '1', verifyingContract: 'me', salt: 'x' }
  const data = dataOf([{ name: 'text', type: 'string' }], { text: 'hi' }, { domain: odd }, { EIP712Domain: types })
  const { typeText: _, all, ...standard } = readSignedData(data).domain
  expect(standard).toEqual({})
  expect(all).toEqual({ ...odd, name: 1n })
})

test.each([
  ['uint256', 5, 5n],
  ['uint256', '5', 5n],
  ['uint256', '0x05', 5n],
  ['uint256', String(2n ** 256n - 1n), 2n ** 256n - 1n],
  ['uint256', 1e21, 10n ** 21n],
  ['uint8', 255, 255n],
  ['int8', -128, -128n],
  ['int8', '127', 127n],
  ['bool', false, false],
  ['string', 'a\ud800b', 'a\ufffdb'],
  ['bytes', '0xABcd', '0xabcd'],
  ['bytes', '0x', '0x'],
  ['bytes4', '0xABCDEF01', '0xabcdef01'],
  ['bytes32', `0x${'0F'.repeat(32)}`, `0x${'0f'.repeat(32)}`],
  ['address', mixed, mixed],
  ['address', mixed.toLowerCase(), mixed],
  ['address', `0x${mixed.slice(2).toUpperCase()}`, mixed],
  ['uint8[]', [1, '2'], [1n, 2n]],
  ['uint8[]', [], []],
  ['uint8[2][1]', [[1, 2]], [[1n, 2n]]],
])('reads the value of type %s from %j', (type, raw, value) => {
  const read = one(type, raw)
  expect(read.message.it).toEqual(value)
  expect(read.mistyped).toEqual([])
  expect(hashTypedData(JSON.parse(read.json))).toBe(read.digest)
})

test('keeps an address with a wrong checksum, and says so', () => {
  const wrong = mixed.replace('Ae', 'aE')
  const read = readSignedData(
    dataOf(
      [{ name: 'to', type: 'address[]' }],
      { to: [wrong, mixed] },
      { domain: { ...domain, verifyingContract: wrong } },
    ),
  )
  expect(read).toMatchObject({
    message: { to: [mixed, mixed] },
    mistyped: [mixed],
    domain: { verifyingContract: mixed },
  })
})

test('reads structs in lists, and a type that refers to itself', () => {
  const Leaf = [
    { name: 'n', type: 'uint8' },
    { name: 'more', type: 'Leaf[]' },
  ]
  const read = one('Leaf[1]', [{ n: 1, more: [{ n: 2, more: [] }] }], { Leaf })
  expect(read.message).toEqual({ it: [{ n: 1n, more: [{ n: 2n, more: [] }] }] })
  expect(read.typeText).toBe('Note(Leaf[1] it)Leaf(uint8 n,Leaf[] more)')
})

test('sorts the types that a type refers to by their names', () => {
  const read = readSignedData(
    dataOf(
      [
        { name: 'b', type: 'Zebra' },
        { name: 'a', type: 'Ape' },
      ],
      { a: { x: 1 }, b: { y: { x: 2 } } },
      {},
      { Zebra: [{ name: 'y', type: 'Ape' }], Ape: [{ name: 'x', type: 'uint8' }] },
    ),
  )
  expect(read.typeText).toBe('Note(Zebra b,Ape a)Ape(uint8 x)Zebra(Ape y)')
})

test('reads a type whose name has a colon, unless it refers to another type', () => {
  const data = (type: string) => ({
    ...dataOf([], { it: 1 }),
    primaryType: 'Dex:Send',
    types: { EIP712Domain: domainFields, 'Dex:Send': [{ name: 'it', type }], Ape: [], 'Ape:x': [] },
  })
  const read = readSignedData(data('uint8'))
  expect(read.typeText).toBe('Dex:Send(uint8 it)')
  expect(read.digest).toBe(hashTypedData(data('uint8') as never))
  expect(() => readSignedData({ ...data('Ape'), message: { it: {} } })).toThrow()
})

test('reads a member with the name of an inherited property', () => {
  const raw = JSON.parse('{ "__proto__": "1", "constructor": "2" }')
  const read = readSignedData(
    dataOf(
      [
        { name: '__proto__', type: 'uint8' },
        { name: 'constructor', type: 'uint8' },
      ],
      raw,
    ),
  )
  expect(Object.entries(read.message)).toEqual([
    ['__proto__', 1n],
    ['constructor', 2n],
  ])
})

const text: Members = [{ name: 'text', type: 'string' }]
const wide = (count: number) => {
  const names = Array.from({ length: count }, (_, at) => `a${at}`)
  return dataOf(
    names.map((name) => ({ name, type: 'bool' })),
    Object.fromEntries(names.map((name) => [name, true])),
  )
}
const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])
test.each<[string, unknown]>([
  ['a text that is not JSON', '{'],
  ['a value that is not an object', '7'],
  ['null', null],
  ['a list', []],
  ['data without types', { ...dataOf(text, { text: 'a' }), types: undefined }],
  ['types in a list', { ...dataOf(text, { text: 'a' }), types: [] }],
  ['data without a message', { ...dataOf(text, { text: 'a' }), message: undefined }],
  ['a message in a list', { ...dataOf([], {}), message: [] }],
  ['a domain of null', dataOf(text, { text: 'a' }, { domain: null })],
  ['data without a primary type', dataOf(text, { text: 'a' }, { primaryType: undefined })],
  ['an undefined primary type', dataOf(text, { text: 'a' }, { primaryType: 'Other' })],
  ['an inherited property as the primary type', dataOf(text, { text: 'a' }, { primaryType: 'constructor' })],
  ['the domain as the primary type', dataOf(text, { text: 'a' }, { primaryType: 'EIP712Domain' })],
  [
    'an elementary type as the primary type',
    dataOf(text, { text: 'a' }, { primaryType: 'address' }, { address: text }),
  ],
  ['a type name with a space', dataOf([{ name: 'a', type: 'My Type' }], { a: {} }, {}, { 'My Type': [] })],
  ['a struct name with a colon', dataOf([{ name: 'a', type: 'My:Type' }], { a: {} }, {}, { 'My:Type': [] })],
  ['a member name that hides other members', dataOf([{ name: 'a,string b', type: 'string' }], { 'a,string b': 'x' })],
  ['a member without a name', dataOf([{ type: 'string' } as never], {})],
  ['a member without a type', dataOf([{ name: 'a' } as never], { a: 1 })],
  ['a member of null', dataOf([null as never], {})],
  ['members that are no list', dataOf({ length: 0 } as never, {})],
  ['a name twice', dataOf([...text, { name: 'text', type: 'uint8' }], { text: '1' })],
  ['more than 500 members', wide(501)],
  ['a missing member', dataOf([...text, { name: 'more', type: 'string' }], { text: 'a' })],
  ['an inherited member', dataOf([{ name: 'toString', type: 'string' }], {})],
  ['a missing member of the domain', dataOf(text, { text: 'a' }, { domain: { name: 'Notes' } })],
  ['a type that is not defined', dataOf([{ name: 'a', type: 'Other' }], { a: {} })],
  ['a type of an old draft', dataOf([{ name: 'a', type: 'uint' }], { a: 1 })],
  ['an integer of 7 bits', dataOf([{ name: 'a', type: 'uint7' }], { a: 1 })],
  ['bytes of 33', dataOf([{ name: 'a', type: 'bytes33' }], { a: `0x${'00'.repeat(33)}` })],
  ['a fixed-point number', dataOf([{ name: 'a', type: 'fixed128x18' }], { a: 1 })],
  ['a malformed address', dataOf([{ name: 'to', type: 'address' }], { to: '0x12' })],
  ['an address as a number', dataOf([{ name: 'to', type: 'address' }], { to: 1 })],
  ['a number above its type', dataOf([{ name: 'a', type: 'uint8' }], { a: '256' })],
  ['a negative number without a sign in its type', dataOf([{ name: 'a', type: 'uint8' }], { a: -1 })],
  ['a number above its signed type', dataOf([{ name: 'a', type: 'int8' }], { a: 128 })],
  ['a number below its signed type', dataOf([{ name: 'a', type: 'int8' }], { a: -129 })],
  ['a number above its type in a list', dataOf([{ name: 'a', type: 'uint8[]' }], { a: [256] })],
  ['bytes of another length in a list', dataOf([{ name: 'a', type: 'bytes4[]' }], { a: ['0x010203'] })],
  ['a broken number', dataOf([{ name: 'a', type: 'uint8' }], { a: 1.5 })],
  ['an empty number', dataOf([{ name: 'a', type: 'uint8' }], { a: '' })],
  ['a number with spaces', dataOf([{ name: 'a', type: 'uint8' }], { a: ' 1 ' })],
  ['a number of null', dataOf([{ name: 'a', type: 'uint8' }], { a: null })],
  ['a text for a truth', dataOf([{ name: 'a', type: 'bool' }], { a: 'false' })],
  ['a number for a text', dataOf(text, { text: 5 })],
  ['odd hex', dataOf([{ name: 'a', type: 'bytes' }], { a: '0x1' })],
  ['text for bytes', dataOf([{ name: 'a', type: 'bytes' }], { a: 'hello' })],
  ['bytes of another length', dataOf([{ name: 'a', type: 'bytes4' }], { a: '0x010203' })],
  ['a list that is none', dataOf([{ name: 'a', type: 'uint8[]' }], { a: { length: 0 } })],
  ['a list of another length', dataOf([{ name: 'a', type: 'uint8[2]' }], { a: [1] })],
  ['a struct of null', dataOf([{ name: 'a', type: 'Ape' }], { a: null }, {}, { Ape: [] })],
  ['lists nested deeper than 40', dataOf([{ name: 'a', type: `uint8${'[]'.repeat(40)}` }], { a: nested(40) })],
])('refuses typed data with %s', (_name, data) => {
  expect(() => readSignedData(data)).toThrow(expect.objectContaining({ code: 'INVALID_PARAMS' }))
})

test('reads 500 members and 39 nested lists, and refuses more than 200,000 values', () => {
  expect(Object.keys(readSignedData(wide(500)).message)).toHaveLength(500)
  expect(one(`uint8${'[]'.repeat(39)}`, nested(39)).message.it).toBeDefined()
  expect(() => one('bool[]', Array(200_001).fill(true))).toThrow()
})

test('writes hidden characters as escapes, so that the JSON shows them and still has the same digest', () => {
  const text = 'invoice\u202egnp.\u{e0061}exe'
  const read = one('string', text)
  expect(read.json).toContain('invoice\\u202egnp.\\udb40\\udc61exe')
  expect(read.message.it).toBe(text)
  expect(hashTypedData(JSON.parse(read.json))).toBe(read.digest)
})
