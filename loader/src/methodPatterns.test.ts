import { describe, expect, test } from 'vitest'
import { buildLoaderFile, loaderFiles } from '../bundle.ts'
import { type RpcMethodPolicy, rpcMethods } from '../protocol/rpc/methods.ts'
import {
  connectingMethods,
  evmMethods,
  methodsSentByFrame,
  otherTransactionMethods,
  transactionMethods,
} from './methodPatterns.ts'

const rows = Object.entries<RpcMethodPolicy>(rpcMethods)
const unknown = ['eth_sign', 'eth_callx', 'xeth_call', 'eth_', 'wallet_requestSnaps', 'constructor', '']

test.each(rows)(
  'matches %s with the patterns that its row demands',
  (name, { consent, namespaces, proxy, isSentByFrame, isTransaction }) => {
    const isEvm = namespaces.includes('eip155')
    expect(connectingMethods.test(name)).toBe(consent === 'connect')
    expect(methodsSentByFrame.test(name)).toBe(isSentByFrame === true)
    expect(transactionMethods.test(name)).toBe(isEvm && isTransaction === true)
    expect(otherTransactionMethods.test(name)).toBe(!isEvm && isTransaction === true)
    expect(evmMethods.test(name)).toBe(isEvm && proxy !== 'secure')
    expect(Boolean(evmMethods.exec(name)?.[1])).toBe(isEvm && proxy === 'public')
  },
)

test.each(unknown)('the method %j matches no pattern', (name) => {
  for (const pattern of [
    connectingMethods,
    methodsSentByFrame,
    transactionMethods,
    otherTransactionMethods,
    evmMethods,
  ])
    expect(pattern.test(name)).toBe(false)
})

test.each(['signPsbt', 'sendTransfer', 'polkadot_signTransaction', 'cosmos_signDirect', 'cosmos_signAmino'])(
  'the method %s of a wallet of the page counts as a transaction',
  (name) => expect(otherTransactionMethods.test(name)).toBe(true),
)

describe('the method patterns in the built files', () => {
  test.each(loaderFiles.filter(({ file }) => file === 'loader.js' || file === 'bridge.js'))(
    '$file contains its method pattern, but not the table of methods',
    async (output) => {
      const { code } = await buildLoaderFile(output)
      expect(code).toContain((output.file === 'loader.js' ? connectingMethods : evmMethods).source)
      expect(code).not.toContain('answeredBy')
    },
  )
})
