import type { SecureApi } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import {
  type AppError,
  fromWireError,
  isErrorCode,
  toWireError,
} from '@appkit-frame/loader/protocol/errors/appError.ts'
import { rpcMethods } from '@appkit-frame/loader/protocol/rpc/methods.ts'
import { attackSeed, reportAttack } from '@appkit-frame/loader/protocol/test/attack.ts'
import { createApiCaller, serveApi } from '@appkit-frame/loader/protocol/wire/peer.ts'
import { openTransport } from '@appkit-frame/loader/protocol/wire/transport.ts'
import { assert, asyncProperty, constantFrom, jsonValue } from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { secureApiPartsOf } from '../../test/modalParts.ts'
import { createRpcWallet, evmAccount } from '../../test/rpcScope.ts'
import { answeringNode, sampleParams } from '../../test/sampleParams.ts'
import { createSecureApi } from './api.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A modal under an attacker's control, connected by the real channel. */
const takeOver = () => {
  const wallet = createRpcWallet(answeringNode)
  const { port1, port2 } = new MessageChannel()
  const [frame, modal] = [openTransport(port1), openTransport(port2)]
  closers.push(frame.close, modal.close)
  serveApi(frame, createSecureApi(secureApiPartsOf(wallet)), toWireError)
  return { ...wallet, call: createApiCaller<SecureApi>(modal, { timeoutMs: 10_000, fromWire: fromWireError }) }
}

const methods = [
  ...Object.keys(rpcMethods),
  'eth_sign',
  'eth_signTransaction',
  'signEvm',
  'sign',
  '__proto__',
  'valueOf',
]

test.for(methods)(
  'signs nothing for a request of %s without a click, whatever the params',
  async (method, { task }) => {
    const { call, signed, approvals } = takeOver()
    const failures: AppError[] = []
    const asked = ['eip155:31337', 'solana:local'].flatMap((chainId) =>
      sampleParams.map((params) =>
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
    // Each refusal has an error code. INTERNAL_ERROR would be a bug of the secure frame.
    expect(failures.filter(({ code }) => !isErrorCode(code) || code === 'INTERNAL_ERROR')).toEqual([])
    reportAttack(task, 'G4', asked.length, 'requests of a modal that was taken over')
  },
)

test('signs nothing for any JSON argument of any method, and answers with error codes', async () => {
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
    { numRuns: 1_000, seed: attackSeed },
  )
  clearInterval(timer)
  expect(signed).toEqual([])
})

test('refuses every call by which the modal could answer a card', async () => {
  const { call, card, signed, approvals } = takeOver()
  const asked = call('rpcRequest', [
    {
      method: 'personal_sign',
      params: ['hello', evmAccount.address],
      chainId: 'eip155:31337',
      chainNamespace: 'eip155',
    },
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
