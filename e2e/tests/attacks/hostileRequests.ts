import { rpcMethods } from '@appkit-frame/loader/protocol/rpc/methods.ts'
import { base58 } from '@scure/base'
import type { ChannelCall } from './hostileCalls.ts'

const evm = { chainId: 'eip155:31337', chainNamespace: 'eip155' }
const request = (method: string, more: object): ChannelCall => ({
  method: 'rpcRequest',
  args: [{ method, ...evm, ...more }],
})

const typedData = {
  domain: { chainId: 31337 },
  primaryType: 'Note',
  types: { Note: [{ name: 'text', type: 'string' }] },
  message: { text: 'hi' },
}

/** Valid requests for signatures by `account`. Each would show an approval card. */
export const validRequestCalls = (account: string): ChannelCall[] => [
  request('personal_sign', { params: ['0x68656c6c6f', account] }),
  request('eth_signTypedData_v4', { params: [account, JSON.stringify(typedData)] }),
  request('eth_sendTransaction', { params: [{ from: account, to: account, value: '0x0' }] }),
  request('wallet_sendCalls', {
    params: [{ version: '2.0.0', from: account, chainId: '0x7a69', atomicRequired: false, calls: [{ to: account }] }],
  }),
]

/**
 * Requests that must get no signature: known methods without and with wrong parameters, unknown methods, and requests
 * for another account or network.
 */
export const hostileRequestCalls = (account: string): ChannelCall[] => [
  ...Object.keys(rpcMethods).flatMap((method, index) => [
    request(method, {}),
    request(method, { params: wrong[index % wrong.length] }),
  ]),
  ...[
    'eth_sign',
    'eth_signTransaction',
    'eth_signTypedData',
    'wallet_addEthereumChain',
    'constructor',
    '__proto__',
  ].map((method) => request(method, { params: ['0x', account] })),
  request('personal_sign', { params: [`0x${'ab'.repeat(32)}`, account] }),
  request('personal_sign', { params: ['0x68656c6c6f', `0x${'11'.repeat(20)}`] }),
  request('personal_sign', { params: ['0x68656c6c6f', account, { isApproved: true, digest: `0x${'ab'.repeat(32)}` }] }),
  request('personal_sign', { params: ['0x68656c6c6f', account], isApproved: true }),
  request('personal_sign', { params: ['0x68656c6c6f', account], chainId: 'eip155:999999' }),
  request('personal_sign', { params: ['0x68656c6c6f', account], chainNamespace: 'solana' }),
  request('eth_sendTransaction', { params: [{ to: account, gas: '0xffffffffffffffffff', value: '-1' }] }),
  request('eth_call', { params: [{ to: account }, 'latest'], rpcUrl: 'https://evil.example' }),
  request('solana_signMessage', {
    params: { message: base58.encode(new TextEncoder().encode('hello')) },
    chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    chainNamespace: 'solana',
  }),
]

const wrong: unknown[] = [
  null,
  [],
  {},
  'text',
  0,
  [null],
  [[[]]],
  ['0x', '0x'],
  [{ to: 'x', data: '0xzz' }],
  [{ constructor: { name: 'x' }, toString: 1 }],
  { length: 2, 0: 'x' },
]
