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
  ['eth_sendUserOperation', [{}], { name: 'send' }],
  ['wallet_watchAsset', [], { name: 'answer' }],
])('reads %s with %j as %j', (method, params, deed) => {
  expect(readDeed({ method, params }, ether)).toEqual(deed)
})

test.each([
  ['solana_signAndSendTransaction', 'send'],
  ['solana_signAllTransactions', 'send'],
  ['solana_signMessage', 'sign'],
  ['sendTransfer', 'send'],
  ['signPsbt', 'send'],
  ['signMessage', 'sign'],
  ['cosmos_signDirect', 'send'],
  ['cosmos_signAmino', 'send'],
  ['polkadot_signMessage', 'sign'],
  ['polkadot_signTransaction', 'send'],
] as const)('reads %s as %s', (method, name) => {
  expect(readDeed({ method, params: {} }, ether)).toEqual({ name })
})

test('names no amount on a network whose currency it does not know', () => {
  const request = { method: 'eth_sendTransaction', params: [{ value }] }
  expect(readDeed(request, undefined)).toEqual({ name: 'send' })
})
