import { expect, test } from 'vitest'
import { isRpcMethod, rpcMethods } from './rpcMethods.ts'

test('41 methods are reads and 11 need an approval', () => {
  const kinds = Object.values<string>(rpcMethods)
  expect(kinds.filter((kind) => kind === 'read')).toHaveLength(41)
  expect(kinds.filter((kind) => kind === 'approve')).toHaveLength(11)
})

test.each([
  'eth_sign',
  'eth_signTransaction',
  'eth_signTypedData',
  'eth_signTypedData_v3',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'constructor',
  '__proto__',
  'toString',
  '',
])('%j has no row', (name) => {
  expect(isRpcMethod(name)).toBe(false)
})
