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
