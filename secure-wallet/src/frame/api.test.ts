import type { SecureApi } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import { AppError, fromWireError, toWireError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { createApiCaller, serveApi } from '@appkit-frame/loader/protocol/wire/peer.ts'
import { strictLimits } from '@appkit-frame/loader/protocol/wire/strictLimits.ts'
import { openTransport } from '@appkit-frame/loader/protocol/wire/transport.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { createSecureApi, type SecureApiParts } from './api.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

const never = () => {
  throw new Error('Nobody asks for this here')
}
const closed: SecureApiParts = {
  capabilities: never,
  look: never,
  connectEmail: never,
  connectPasskey: never,
  isConnected: never,
  rpcRequest: never,
  rpcAbort: never,
  switchNetwork: never,
  openSettings: never,
  leave: never,
  disconnect: never,
  offerReturn: never,
  heartbeat: never,
}

/** Calls the API as the modal's frame does: through a port with strict limits. */
const connect = (parts: Partial<SecureApiParts> = {}) => {
  const { port1, port2 } = new MessageChannel()
  const [frame, modal] = [openTransport(port1, strictLimits()), openTransport(port2)]
  closers.push(frame.close, modal.close)
  serveApi(frame, createSecureApi({ ...closed, ...parts }), toWireError)
  return createApiCaller<SecureApi>(modal, { timeoutMs: 1_000, fromWire: fromWireError })
}
const chain = { chainId: 'eip155:1', chainNamespace: 'eip155' } as const

test("the modal gets the wallet's answers unchanged, at once or later", async () => {
  const call = connect({
    capabilities: () => ({ email: true, social: false }),
    isConnected: async () => ({ isConnected: false, accounts: {} }),
    disconnect: async () => undefined,
    heartbeat: () => undefined,
  })
  expect(await call('capabilities', [])).toEqual({ email: true, social: false })
  expect(await call('isConnected', [])).toEqual({ isConnected: false, accounts: {} })
  expect(await call('disconnect', [])).toBeUndefined()
  expect(await call('heartbeat', [])).toBeUndefined()
})

test('the modal gets error codes, but no details of an internal error', async () => {
  const refuse = async () => {
    throw new AppError(commonErrors.LOGIN_NOT_AVAILABLE)
  }
  await expect(connect({ connectEmail: refuse })('connectEmail', ['ada@shop.example'])).rejects.toMatchObject({
    code: 'LOGIN_NOT_AVAILABLE',
    number: 4200,
  })
  await expect(connect()('connectEmail', ['ada@shop.example'])).rejects.toMatchObject({
    code: 'INTERNAL_ERROR',
    message: 'An error occurred',
  })
})

test.each([[[]], [['not an address']], [[{}]], [['ada@shop.example', 'more']], [[`${'a'.repeat(250)}@shop.example`]]])(
  'the API of the secure frame rejects the e-mail arguments %j',
  async (args) => {
    await expect(connect()('connectEmail', args as never)).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  },
)

test.each([
  [[]],
  [[null]],
  [[{ method: 5, ...chain }]],
  [[{ method: 'eth_call' }]],
  [[{ method: 'eth_call', chainId: 'eip155:1', chainNamespace: 'constructor' }]],
  [[{ method: 'eth_call', ...chain, rpcUrl: 'https://evil.example' }]],
  [[{ method: 'x'.repeat(65), ...chain }]],
])('the API of the secure frame rejects the malformed request %j', async (args) => {
  await expect(connect()('rpcRequest', args as never)).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
})

test('the API of the secure frame accepts a request of 200 KB and refuses one of 300 KB', async () => {
  const rpcRequest = vi.fn(() => 'answer')
  const ask = (length: number) =>
    connect({ rpcRequest })('rpcRequest', [{ method: 'eth_signTypedData_v4', params: ['x'.repeat(length)], ...chain }])
  expect(await ask(200_000)).toBe('answer')
  await expect(ask(300_000)).rejects.toMatchObject({ code: 'MESSAGE_TOO_LARGE' })
  expect(rpcRequest).toHaveBeenCalledOnce()
})

test.each([
  { theme: 'sepia', locale: 'en', width: 360 },
  { theme: 'dark', locale: '<b>', width: 360 },
  { theme: 'dark', locale: 'en', width: 9_000 },
  { theme: 'dark', locale: 'en', width: 360, accent: 'url(https://evil.example)' },
  { theme: 'dark', locale: 'en', width: 360, radius: -1 },
  { theme: 'dark', locale: 'en', width: 360, font: 'x' },
])('the API of the secure frame rejects the theme %j', async (theme) => {
  await expect(connect()('look', [theme] as never)).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
})
