import { createRequire } from 'node:module'
import { assert, property, uint8Array } from 'fast-check'
import {
  type Abi,
  type Address,
  encodeFunctionData,
  erc20Abi,
  erc721Abi,
  erc1155Abi,
  type Hex,
  maxUint256,
  multicall3Abi,
  parseAbi,
  toFunctionSelector,
  toHex,
} from 'viem'
import { expect, test } from 'vitest'
import { decodeCall } from './calldata.ts'
import { knownFunction } from './selectors.ts'

const me: Address = '0x1111111111111111111111111111111111111111'
const token: Address = '0x2222222222222222222222222222222222222222'
const other: Address = '0x3333333333333333333333333333333333333333'
const decode = (data: Hex, value = 0n) => decodeCall({ from: me, to: token, value, data })

test('decodes a call without data as a transfer, and a call without an address as a deployment', () => {
  expect(decode('0x', 5n)).toEqual([{ kind: 'transfer', asset: { kind: 'native' }, amount: 5n, from: me, to: token }])
  expect(decodeCall({ from: me, to: null, value: 0n, data: '0x6001' })).toEqual([{ kind: 'deploy', value: 0n }])
})

test.each([
  [
    encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [other, 7n] }),
    { kind: 'transfer', asset: { kind: 'token', token }, amount: 7n, from: me, to: other },
  ],
  [
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [other, maxUint256] }),
    {
      kind: 'allow',
      asset: { kind: 'token', token },
      amount: maxUint256,
      isUnlimited: true,
      spender: other,
      until: null,
    },
  ],
  [
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [other, 0n] }),
    { kind: 'revoke', asset: { kind: 'token', token }, spender: other },
  ],
  [
    encodeFunctionData({ abi: erc721Abi, functionName: 'safeTransferFrom', args: [me, other, 9n] }),
    { kind: 'transfer', asset: { kind: 'erc721', token, id: 9n }, amount: 1n, from: me, to: other },
  ],
  [
    encodeFunctionData({ abi: erc721Abi, functionName: 'setApprovalForAll', args: [other, true] }),
    { kind: 'allow', asset: { kind: 'token', token }, amount: null, isUnlimited: true, spender: other, until: null },
  ],
  [
    encodeFunctionData({ abi: erc1155Abi, functionName: 'safeTransferFrom', args: [me, other, 3n, 4n, '0x'] }),
    { kind: 'transfer', asset: { kind: 'erc1155', token, id: 3n }, amount: 4n, from: me, to: other },
  ],
  [
    encodeFunctionData({
      abi: parseAbi(['function approve(address token, address spender, uint160 amount, uint48 expiration)']),
      functionName: 'approve',
      args: [token, other, 5n, 99],
    }),
    { kind: 'allow', asset: { kind: 'erc20', token }, amount: 5n, isUnlimited: false, spender: other, until: 99n },
  ],
  [
    encodeFunctionData({
      abi: parseAbi(['function transferOwnership(address newOwner)']),
      functionName: 'transferOwnership',
      args: [other],
    }),
    { kind: 'control', contract: token, name: 'transferOwnership', args: [{ label: 'newOwner', value: other }] },
  ],
])('decodes %s', (data, action) => {
  expect(decode(data)).toEqual([action])
})

test('decodes each call of a bundle, with Multicall3 as the sender of its calls', () => {
  const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [other, 1n] })
  const send = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [other, 2n] })
  const own = encodeFunctionData({
    abi: parseAbi(['function multicall(bytes[] data)']),
    functionName: 'multicall',
    args: [[approve, send]],
  })
  expect(decode(own).map(({ kind }) => kind)).toEqual(['allow', 'transfer'])
  const foreign = encodeFunctionData({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [[{ target: other, allowFailure: true, callData: send }]],
  })
  expect(decode(foreign)).toEqual([
    { kind: 'transfer', asset: { kind: 'token', token: other }, amount: 2n, from: token, to: other },
  ])
})

test('decodes a call as unknown if its bundles are nested too deep', () => {
  const abi = parseAbi(['function multicall(bytes[] data)'])
  let data: Hex = '0xdeadbeef'
  for (let depth = 0; depth < 5; depth++) data = encodeFunctionData({ abi, functionName: 'multicall', args: [[data]] })
  expect(decode(data)).toMatchObject([{ kind: 'unknown' }])
})

test.each([
  ['with an unknown selector', '0x12345678'],
  ['with truncated arguments', '0xa9059cbb0000'],
  ['with extra bytes', `${encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [other, 7n] })}00`],
  ['with only three bytes of data', '0xa9059c'],
])('decodes a call %s as unknown', (_name, data) => {
  expect(decode(data as Hex, 3n)).toMatchObject([{ kind: 'unknown', value: 3n }])
})

test('never throws for calldata with a known selector, whatever data follows', () => {
  const selectors = ['0xa9059cbb', '0xac9650d8', '0x82ad56cb', '0x42842e0e', '0x2b67b570']
  assert(
    property(uint8Array({ maxLength: 200 }), (tail) => {
      for (const selector of selectors) decode(`${selector}${toHex(tail).slice(2)}` as Hex)
    }),
    { numRuns: 500 },
  )
})

test("knows the function names of OpenZeppelin's published token interfaces", () => {
  const load = createRequire(import.meta.url)
  for (const name of ['ERC20', 'ERC721', 'ERC1155', 'ERC4626', 'Ownable', 'AccessControl']) {
    const { abi }: { abi: Abi } = load(`@openzeppelin/contracts/build/contracts/${name}.json`)
    for (const item of abi) {
      if (item.type !== 'function' || item.stateMutability === 'view' || item.stateMutability === 'pure') continue
      if (item.name === 'renounceRole') continue
      expect(knownFunction(toFunctionSelector(item)), item.name).toBeDefined()
    }
  }
})

type Claim = { [key: string]: unknown }
const third: Address = '0x4444444444444444444444444444444444444444'
const encoded = (signature: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: parseAbi([`function ${signature}`] as never) as Abi, args })
const moves = (asset: Claim, amount: bigint, from: Address, to: Address): Claim => ({
  ...{ kind: 'transfer', asset, amount, from, to },
})
const allows = (asset: Claim, amount: bigint | null, more: Claim = {}): Claim => ({
  ...{ kind: 'allow', asset, amount, isUnlimited: false, spender: other, until: null, ...more },
})
const ofToken = { kind: 'token', token }
const erc20 = { kind: 'erc20', token }
const signature = [1, toHex(1n, { size: 32 }), toHex(2n, { size: 32 })]

test.each<[string, readonly unknown[], Claim[]]>([
  ['transferFrom(address a, address b, uint256 c)', [other, third, 7n], [moves(ofToken, 7n, other, third)]],
  ['send(address a, uint256 b, bytes c)', [other, 7n, '0x'], [moves(ofToken, 7n, me, other)]],
  ['increaseAllowance(address a, uint256 b)', [other, 7n], [allows(erc20, 7n)]],
  [
    'safeTransferFrom(address a, address b, uint256 c, bytes d)',
    [other, third, 9n, '0x01'],
    [moves({ kind: 'erc721', token, id: 9n }, 1n, other, third)],
  ],
  [
    'safeBatchTransferFrom(address a, address b, uint256[] c, uint256[] d, bytes e)',
    [me, other, [3n, 4n], [5n], '0x'],
    [
      moves({ kind: 'erc1155', token, id: 3n }, 5n, me, other),
      moves({ kind: 'erc1155', token, id: 4n }, 0n, me, other),
    ],
  ],
  ['setApprovalForAll(address a, bool b)', [other, false], [{ kind: 'revoke', asset: ofToken, spender: other }]],
  [
    'permit(address a, address b, uint256 c, uint256 d, uint8 e, bytes32 f, bytes32 g)',
    [me, other, 7n, 99n, ...signature],
    [allows(erc20, 7n)],
  ],
  [
    'permit(address a, address b, uint256 c, uint256 d, bool e, uint8 f, bytes32 g, bytes32 h)',
    [me, other, 7n, 99n, true, ...signature],
    [allows(erc20, maxUint256, { isUnlimited: true })],
  ],
  [
    'permit(address a, address b, uint256 c, uint256 d, bool e, uint8 f, bytes32 g, bytes32 h)',
    [me, other, 7n, 99n, false, ...signature],
    [{ kind: 'revoke', asset: erc20, spender: other }],
  ],
  [
    'transferFrom(address a, address b, uint160 c, address d)',
    [me, other, 7n, third],
    [moves({ kind: 'erc20', token: third }, 7n, me, other)],
  ],
  [
    'lockdown((address a, address b)[] c)',
    [[{ a: third, b: other }]],
    [{ kind: 'revoke', asset: { kind: 'erc20', token: third }, spender: other }],
  ],
  [
    'permit(address a, ((address a, uint160 b, uint48 c, uint48 d) a, address b, uint256 c) b, bytes c)',
    [me, { a: { a: third, b: 7n, c: 98, d: 0 }, b: other, c: 99n }, '0x'],
    [allows({ kind: 'erc20', token: third }, 7n, { until: 98n })],
  ],
])('decodes a call of %s', (called, args, claims) => {
  expect(decode(encoded(called, args))).toEqual(claims)
  const coins = moves({ kind: 'native' }, 5n, me, token)
  expect(decode(encoded(called, args), 5n)).toEqual([coins, ...claims])
})

test('calls an allowance unlimited from 2^95 base units on', () => {
  const isUnlimited = [2n ** 95n - 1n, 2n ** 95n].map(
    (amount) => (decode(encoded('approve(address a, uint256 b)', [other, amount]))[0] as Claim).isUnlimited,
  )
  expect(isUnlimited).toEqual([false, true])
})

test.each([
  ['addOwnerWithThreshold(address a, uint256 b)', [other, 1n]],
  ['removeOwner(address a, address b, uint256 c)', [other, other, 1n]],
  ['swapOwner(address a, address b, address c)', [other, other, other]],
  ['changeThreshold(uint256 a)', [1n]],
  ['enableModule(address a)', [other]],
  ['disableModule(address a, address b)', [other, other]],
  ['setGuard(address a)', [other]],
  ['setFallbackHandler(address a)', [other]],
  ['approveHash(bytes32 a)', [toHex(1n, { size: 32 })]],
  ['renounceOwnership()', []],
  ['grantRole(bytes32 a, address b)', [toHex(1n, { size: 32 }), other]],
  ['revokeRole(bytes32 a, address b)', [toHex(1n, { size: 32 }), other]],
  ['upgradeTo(address a)', [other]],
  ['upgradeToAndCall(address a, bytes b)', [other, '0x']],
  ['authorizeOperator(address a)', [other]],
  ['setOperator(address a, bool b)', [other, true]],
  ['delegate(address a)', [other]],
])('a call of %s gives control', (called, args) => {
  expect(decode(encoded(called, args))).toMatchObject([{ kind: 'control', contract: token }])
})

test('a call of another known function shows its arguments, with names, values in JSON and no hidden characters', () => {
  expect(decode(encoded('castVoteWithReason(uint256 a, uint8 b, string c)', [7n, 1, 'y\u202ees']), 3n)).toEqual([
    {
      kind: 'call',
      contract: token,
      name: 'castVoteWithReason',
      args: [
        { label: 'proposalId', value: '7' },
        { label: 'support', value: '1' },
        { label: 'reason', value: 'yes' },
      ],
      value: 3n,
    },
  ])
  const swap = encoded('exactInput((bytes a, address b, uint256 c, uint256 d, uint256 e) f)', [
    { a: '0x', b: other, c: 1n, d: 2n, e: 3n },
  ])
  expect((decode(swap)[0] as Claim).args).toEqual([
    {
      label: 'params',
      value: `{"path":"0x","recipient":"${other}","deadline":"1","amountIn":"2","amountOutMinimum":"3"}`,
    },
  ])
})

const tooMany = Array.from({ length: 51 }, () => '0x' as const)
test.each([
  ['multicall(bytes[] a)', (data: readonly Hex[]) => [data]],
  ['multicall(uint256 a, bytes[] b)', (data: readonly Hex[]) => [9n, data]],
])('the calls of %s share its value, which only the first one sends', (called, args) => {
  const actions = decode(encoded(called, args(['0x', '0x'])), 6n)
  expect(actions).toEqual([6n, 0n].map((amount) => moves({ kind: 'native' }, amount, me, token)))
  expect(decode(encoded(called, args(tooMany.slice(1))))).toHaveLength(50)
  expect(decode(encoded(called, args(tooMany)))).toMatchObject([{ kind: 'unknown' }])
})

test.each([
  ['aggregate((address a, bytes b)[] c)', [[{ a: third, b: '0x' }]], 0n],
  ['tryAggregate(bool a, (address b, bytes c)[] d)', [true, [{ b: third, c: '0x' }]], 0n],
  ['aggregate3Value((address a, bool b, uint256 c, bytes d)[] e)', [[{ a: third, b: true, c: 4n, d: '0x' }]], 4n],
])('the bundling contract is the sender of the calls of %s', (called, args, amount) => {
  expect(decode(encoded(called, args))).toEqual([moves({ kind: 'native' }, amount, token, third)])
})

test('bundles are read up to a depth of three', () => {
  const nest = (depth: number): Hex => (depth === 0 ? '0x' : encoded('multicall(bytes[] a)', [[nest(depth - 1)]]))
  expect([3, 4].map((depth) => decode(nest(depth))[0]?.kind)).toEqual(['transfer', 'unknown'])
})
