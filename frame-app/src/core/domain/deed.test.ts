import { expect, test } from 'vitest'
import { readDeed } from './deed.ts'

const ether = { symbol: 'ETH', decimals: 18 }
const value = '0x6f05b59d3b20000'

test.each([
  ['eth_sendTransaction', [{ value }], { name: 'pay', amount: '0.5', symbol: 'ETH' }],
  ['eth_sendTransaction', [{ value, data: '0x' }], { name: 'pay', amount: '0.5', symbol: 'ETH' }],
  ['eth_sendTransaction', [{ value, data: '0xa9059cbb' }], { name: 'send' }],
  ['eth_sendTransaction', [{ value, input: '0xa9059cbb' }], { name: 'send' }],
  ['eth_sendTransaction', [{ value: '0x0' }], { name: 'send' }],
  ['eth_sendTransaction', [{ value: 'much' }], { name: 'send' }],
  ['eth_sendTransaction', [], { name: 'send' }],
  ['eth_signTransaction', [{}], { name: 'send' }],
  ['wallet_sendCalls', [{}], { name: 'send' }],
  ['personal_sign', ['0x00', '0x01'], { name: 'sign' }],
  ['eth_signTypedData_v4', ['0x01', '{}'], { name: 'sign' }],
  ['wallet_switchEthereumChain', [{ chainId: '0x1' }], { name: 'network' }],
  ['wallet_addEthereumChain', [{}], { name: 'network' }],
  ['wallet_watchAsset', [], { name: 'answer' }],
])('reads %s with %j as %j', (method, params, deed) => {
  expect(readDeed({ method, params }, 'eip155:1', ether)).toEqual(deed)
})

test.each([
  ['solana', 'solana_signAndSendTransaction', 'send'],
  ['solana', 'solana_signAllTransactions', 'send'],
  ['solana', 'solana_signMessage', 'sign'],
  ['bip122', 'sendTransfer', 'send'],
  ['bip122', 'signPsbt', 'send'],
  ['bip122', 'signMessage', 'sign'],
  ['cosmos', 'cosmos_signDirect', 'send'],
  ['cosmos', 'cosmos_signAmino', 'send'],
  ['polkadot', 'polkadot_signMessage', 'sign'],
  ['polkadot', 'polkadot_signTransaction', 'send'],
] as const)('in %s reads %s as %s', (namespace, method, name) => {
  expect(readDeed({ method, params: {} }, `${namespace}:main`, ether)).toEqual({ name })
})

test('names no amount on a network whose currency it does not know', () => {
  const request = { method: 'eth_sendTransaction', params: [{ value }] }
  expect(readDeed(request, 'eip155:1', undefined)).toEqual({ name: 'send' })
})
