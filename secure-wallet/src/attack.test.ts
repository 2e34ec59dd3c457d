import { base58, base64 } from '@scure/base'
import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { assert, asyncProperty, constantFrom, jsonValue } from 'fast-check'
import { isCatalogueCode } from 'loader/protocol/errorCatalogue.ts'
import { type AppError, fromWire, toWire } from 'loader/protocol/errors.ts'
import { caller, serve } from 'loader/protocol/peer.ts'
import { rpcMethods } from 'loader/protocol/rpcMethods.ts'
import type { SecureApi } from 'loader/protocol/secureApi.ts'
import { openWire } from 'loader/protocol/wire.ts'
import { afterEach, expect, test } from 'vitest'
import { createWallet, evm, nodeOf, solana } from '../test/rpcScope.ts'
import { createSecureApi, type SecureParts } from './api.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
const node = nodeOf({
  eth_getTransactionCount: '0x1',
  eth_getBalance: '0xde0b6b3a7640000',
  eth_gasPrice: '0x1',
  eth_estimateGas: '0x5208',
  eth_call: word(18n),
  eth_sendRawTransaction: '0x00',
})

/** A modal that was taken over, on the real line, before a wallet that is open and would sign at once. */
const takeOver = () => {
  const wallet = createWallet(node)
  const { port1, port2 } = new MessageChannel()
  const [frame, modal] = [openWire(port1), openWire(port2)]
  closers.push(frame.close, modal.close)
  const nothing = () => undefined
  const parts = {
    capabilities: () => ({ email: true, social: false }),
    connectEmail: () => ({ action: 'CONNECT' }),
    isConnected: () => ({ isConnected: true, accounts: {} }),
    look: nothing,
    rpcRequest: ({ method, params, chainId }) => wallet.ask(method, params, chainId),
    rpcAbort: wallet.approvals.abort,
    switchNetwork: () => ({ isConnected: true, accounts: {} }),
    openSettings: nothing,
    leave: nothing,
    signOut: nothing,
    heartbeat: nothing,
  } satisfies SecureParts
  serve(frame, createSecureApi(parts), toWire)
  return { ...wallet, call: caller<SecureApi>(modal, { timeoutMs: 10_000, fromWire }) }
}

const friend = base58.encode(new Uint8Array(32).fill(8))
const payer = new PublicKey(solana)
const transfer = new Transaction({ feePayer: payer, recentBlockhash: friend }).add(
  SystemProgram.transfer({ fromPubkey: payer, toPubkey: new PublicKey(friend), lamports: 1 }),
)
const transaction = base64.encode(
  new Uint8Array(transfer.serialize({ requireAllSignatures: false, verifySignatures: false })),
)
const typedData = {
  domain: { chainId: 31337 },
  primaryType: 'Note',
  types: { Note: [{ name: 'text', type: 'string' }] },
  message: { text: 'hi' },
}
/** Among them what is right for each method, so that the refusals of the others are not all that is tried. */
const argumentClasses: unknown[] = [
  ...[undefined, null, true, 0, -1, 1e21, '', 'text', '0x', '0x00', [], {}, [[]], [{}], [null], [[null]], [0, 1, 2]],
  ...[{ length: 2 }, { constructor: 1 }, { toString: 'x' }, [{ constructor: { name: 'x' } }], ['constructor']],
  ['hello', evm.address],
  [evm.address, 'hello'],
  ['hello', evm.address, { digest: `0x${'ab'.repeat(32)}`, approved: true }],
  [`0x${'ab'.repeat(32)}`, evm.address],
  [evm.address, typedData],
  [evm.address, JSON.stringify(typedData)],
  [{ to: evm.address, value: '0x1' }],
  [{ from: evm.address, to: evm.address, value: '0x1', gas: '0x5208' }],
  [{ to: evm.address, data: '0xa9059cbb' }],
  [{ to: evm.address, approved: true, choiceId: 'normal' }],
  [{ calls: [{ to: evm.address, value: '0x1' }] }],
  [{ calls: [{ to: evm.address }], chainId: '0x7a69', id: 'one' }],
  { message: base58.encode(new TextEncoder().encode('hello')), pubkey: solana },
  { transaction },
  { transactions: [transaction, transaction] },
  { transaction, sendOptions: { skipPreflight: true } },
]
const methods = [
  ...Object.keys(rpcMethods),
  'eth_sign',
  'eth_signTransaction',
  'signEvm',
  'sign',
  '__proto__',
  'valueOf',
]

test.each(methods)('%s with every class of argument signs nothing without a click', async (method) => {
  const { call, signed, approvals } = takeOver()
  const failures: AppError[] = []
  const asked = ['eip155:31337', 'solana:local'].flatMap((chainId) =>
    argumentClasses.map((params) =>
      call('rpcRequest', [
        {
          method,
          params,
          chainId: chainId as 'eip155:1',
          chainNamespace: chainId.startsWith('s') ? 'solana' : 'eip155',
        },
      ]).catch((thrown) => void failures.push(thrown)),
    ),
  )
  const timer = setInterval(approvals.abort, 20)
  await Promise.all(asked)
  clearInterval(timer)
  expect(signed).toEqual([])
  // Refused in words of the catalogue; a mistake of this frame's own would be an INTERNAL_ERROR.
  expect(failures.filter(({ code }) => !isCatalogueCode(code) || code === 'INTERNAL_ERROR')).toEqual([])
})

test('whatever JSON comes as an argument, of any method, nothing is signed and every answer is coded', async () => {
  const { call, signed, approvals } = takeOver()
  const names = Object.keys(rpcMethods) as (keyof typeof rpcMethods)[]
  const timer = setInterval(approvals.abort, 20)
  await assert(
    asyncProperty(constantFrom(...names), jsonValue({ maxDepth: 3 }), async (method, params) => {
      const request = { method, params, chainId: 'eip155:31337', chainNamespace: 'eip155' } as const
      const failure = await call('rpcRequest', [request]).then(
        () => null,
        (thrown: AppError) => thrown.code,
      )
      expect(failure).not.toBe('INTERNAL_ERROR')
    }),
    { numRuns: 1_000 },
  )
  clearInterval(timer)
  expect(signed).toEqual([])
})

test('the modal can answer no card: there is no method for it', async () => {
  const { call, card, signed, approvals } = takeOver()
  const asked = call('rpcRequest', [
    { method: 'personal_sign', params: ['hello', evm.address], chainId: 'eip155:31337', chainNamespace: 'eip155' },
  ])
  const rejected = expect(asked).rejects.toMatchObject({ number: 4001 })
  const { frozen } = await card(0)
  for (const name of ['approve', 'answer', 'present', 'sign', 'signEvm', 'unlock', 'keys', 'resolve'])
    await expect(call(name as 'leave', [{ digest: frozen.digest, choiceId: 'only' }] as never)).rejects.toMatchObject({
      code: 'METHOD_NOT_ALLOWED',
    })
  approvals.abort()
  await rejected
  expect(signed).toEqual([])
})
