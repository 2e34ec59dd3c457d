import { fromWire, toWire } from 'loader/protocol/errors.ts'
import { strictLimits } from 'loader/protocol/limits.ts'
import { caller, serve } from 'loader/protocol/peer.ts'
import { rpcMethods } from 'loader/protocol/rpcMethods.ts'
import type { SecureApi } from 'loader/protocol/secureApi.ts'
import { openWire } from 'loader/protocol/wire.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { secureApi } from './api.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** As the modal reaches it: through a port, with the limits on. */
const connect = () => {
  const { port1, port2 } = new MessageChannel()
  const [frame, modal] = [openWire(port1, strictLimits()), openWire(port2)]
  closers.push(frame.close, modal.close)
  serve(frame, secureApi, toWire)
  return caller<SecureApi>(modal, { timeoutMs: 1_000, fromWire })
}
const chain = { chainId: 'eip155:1', chainNamespace: 'eip155' } as const

test('it says what it can do, that nobody is signed in, and that it lives', async () => {
  const call = connect()
  expect(await call('capabilities', [])).toEqual({ email: false, social: false })
  expect(await call('isConnected', [])).toEqual({ isConnected: false, accounts: {} })
  expect(await call('signOut', [])).toBeUndefined()
  expect(await call('heartbeat', [])).toBeUndefined()
})

test('login is not available yet', async () => {
  await expect(connect()('connectEmail', ['ada@shop.example'])).rejects.toMatchObject({
    code: 'LOGIN_NOT_AVAILABLE',
    number: 4200,
    message: 'Login is not available yet',
  })
})

test.each([[[]], [['not an address']], [[{}]], [['ada@shop.example', 'more']], [[`${'a'.repeat(250)}@shop.example`]]])(
  'the e-mail arguments %j are not valid',
  async (args) => {
    await expect(connect()('connectEmail', args as never)).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  },
)

describe('rpcRequest', () => {
  test('no account is shown to anyone', async () => {
    expect(await connect()('rpcRequest', [{ method: 'eth_accounts', ...chain }])).toEqual([])
    await expect(connect()('rpcRequest', [{ method: 'eth_accounts', params: ['0x'], ...chain }])).rejects.toMatchObject(
      { code: 'INVALID_PARAMS' },
    )
  })

  test.each(Object.keys(rpcMethods).filter((method) => method !== 'eth_accounts'))(
    '%s is listed, and not available yet',
    async (method) => {
      await expect(connect()('rpcRequest', [{ method, params: [], ...chain }])).rejects.toMatchObject({
        code: 'METHOD_NOT_AVAILABLE',
        number: 4200,
      })
    },
  )

  test.each([
    'eth_sign',
    'eth_signTransaction',
    'eth_signTypedData',
    'eth_signTypedData_v3',
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
    'eth_requestAccounts',
    'constructor',
    '__proto__',
    'toString',
    '',
  ])('%j is not allowed', async (method) => {
    await expect(connect()('rpcRequest', [{ method, ...chain }])).rejects.toMatchObject({
      code: 'METHOD_NOT_ALLOWED',
      message: 'Requested RPC call is not allowed',
    })
  })

  test.each([
    [[]],
    [[null]],
    [[{ method: 5, ...chain }]],
    [[{ method: 'eth_call' }]],
    [[{ method: 'eth_call', chainId: 'eip155:1', chainNamespace: 'constructor' }]],
    [[{ method: 'eth_call', ...chain, rpcUrl: 'https://evil.example' }]],
    [[{ method: 'x'.repeat(65), ...chain }]],
  ])('the arguments %j are not valid', async (args) => {
    await expect(connect()('rpcRequest', args as never)).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  })

  test('a request of 200 KB passes, one of 300 KB is too large', async () => {
    const ask = (length: number) =>
      connect()('rpcRequest', [{ method: 'eth_signTypedData_v4', params: ['x'.repeat(length)], ...chain }])
    await expect(ask(200_000)).rejects.toMatchObject({ code: 'METHOD_NOT_AVAILABLE' })
    await expect(ask(300_000)).rejects.toMatchObject({ code: 'MESSAGE_TOO_LARGE' })
  })
})
