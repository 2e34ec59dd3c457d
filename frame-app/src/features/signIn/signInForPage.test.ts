// @vitest-environment happy-dom

import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { sampleBootstrap } from '../../../test/bootstrap.ts'
import { solanaAccount, solanaNetwork } from '../../../test/namespaces.ts'
import { openPage, sampleAccountOn, sampleAddress, waitForMessages } from '../../../test/page.ts'
import { mockServer } from '../../../test/server.ts'
import { serveSignIn } from '../../../test/signIn.ts'
import { checksumAddress } from '../../core/chains/eip155.ts'
import { connectAtom } from '../../core/state/connections.ts'
import { isOpenAtom } from '../../core/state/modal.ts'
import { closeWithOutcomeAtom } from '../../router/finish.ts'
import { screenAtom } from '../../router/router.ts'
import { safeCloseAtom } from '../../router/safeClose.ts'
import { storedSessionsAtom } from './signInAtoms.ts'
import { signInAtom } from './siwx.ts'

beforeEach(() =>
  mockServer.use(
    http.get('*/native-balance', () => HttpResponse.json({ balance: '1' })),
    http.post('*/v1/', () => HttpResponse.json({ jsonrpc: '2.0', id: 0, result: '0x0' })),
  ),
)

const caipAddress = `eip155:1:${checksumAddress(sampleAddress)}`
const arrive = () => waitForMessages(120)

/** A host page that opens and closes the modal when the frame asks. */
const openHost = (own: Parameters<typeof openPage>[0] = {}, data: Parameters<typeof openPage>[1] = {}) => {
  const auth = serveSignIn()
  const page: ReturnType<typeof openPage> = openPage(
    {
      connect: () => sampleAccountOn(1),
      disconnect: () => {},
      request: () => '0x1234',
      open: () => void page.call('open', [{}]),
      ...own,
    },
    data,
  )
  const signIn = async () => {
    const session = await page.store.set(signInAtom)
    if (session && session !== 'declined') await page.store.set(closeWithOutcomeAtom, session)
  }
  return { ...page, auth, signIn }
}

test('signIn returns the session that the visitor signs for, and on a second call returns that session without asking', async () => {
  const { store, call, signIn, auth } = openHost()
  await call('account', ['eip155', sampleAccountOn(1)])
  const signingIn = call('signIn', [{ statement: 'Sign in to keep your orders.' }])
  await arrive()
  expect(store.get(screenAtom)).toEqual({ view: 'SIWXSignMessage' })
  await signIn()
  const session = await signingIn
  expect(session).toMatchObject({ caipAddress, token: expect.any(String), expiresAt: expect.any(Number) })
  expect(auth.bodies[0]?.message).toContain('\n\nSign in to keep your orders.\n\n')

  const again = await call('signIn', [{}])
  expect(again).toMatchObject({ caipAddress })
  expect(again.token).not.toBe(session.token)
  expect(auth.log).toEqual(['nonce', 'authenticate', 'me'])
})

test('rejects the sign-in with 4001 and keeps the connection if the visitor closes the modal', async () => {
  const { store, call, calls } = openHost()
  await call('account', ['eip155', sampleAccountOn(1)])
  const signingIn = call('signIn', [{}])
  signingIn.catch(() => {})
  await arrive()
  await store.set(safeCloseAtom)
  await expect(signingIn).rejects.toMatchObject({ number: 4001 })
  expect(calls).not.toContain('disconnect')
})

test('rejects with 4001 and without an unhandled rejection if the visitor closes the modal before the page answers', async () => {
  const unhandled: unknown[] = []
  const note = (error: unknown) => void unhandled.push(error)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const isSaid = Promise.withResolvers<void>()
  const { store, call } = openHost({
    open: async () => {
      await call('open', [{}])
      await isSaid.promise
    },
  })
  await call('account', ['eip155', sampleAccountOn(1)])
  const signingIn = call('signIn', [{}])
  signingIn.catch(() => {})
  await vi.waitFor(() => expect(store.get(isOpenAtom)).toBe(true))
  await store.set(safeCloseAtom)
  await waitForMessages()
  isSaid.resolve()
  await expect(signingIn).rejects.toMatchObject({ number: 4001 })
  expect(unhandled).toEqual([])
})

test('asks the visitor to connect a wallet before the sign-in if none is connected', async () => {
  const { store, call, signIn } = openHost()
  const signingIn = call('signIn', [{}])
  await arrive()
  expect(store.get(screenAtom)).toEqual({ view: 'Connect' })
  await store.set(connectAtom, 'io.example.harbor')
  await arrive()
  expect(store.get(screenAtom)).toEqual({ view: 'SIWXSignMessage' })
  await signIn()
  expect(await signingIn).toMatchObject({ caipAddress })
})

test('on the next visit does not repeat a sign-in that the page requested and the visitor closed', async () => {
  const { store, call } = openHost()
  await call('account', ['eip155', sampleAccountOn(1)])
  const signingIn = call('signIn', [{}])
  signingIn.catch(() => {})
  await arrive()
  await store.set(safeCloseAtom)
  await waitForMessages()
  await call('open', [{}])
  expect(store.get(screenAtom)).toEqual({ view: 'Account' })
})

test('keeps one SIWX session per namespace, and a disconnect ends only the session of its namespace', async () => {
  const requests: unknown[] = []
  const request = (namespace: string) => {
    requests.push(namespace)
    return namespace === 'eip155' ? '0x1234' : { signature: '5'.repeat(80) }
  }
  const { store, call, signIn, auth } = openHost(
    { request },
    { networks: [...sampleBootstrap.networks, solanaNetwork] },
  )
  await call('account', ['eip155', sampleAccountOn(1)])
  await call('account', ['solana', solanaAccount])
  for (const namespace of ['solana', 'eip155'] as const) {
    const signingIn = call('signIn', [{ namespace }])
    await arrive()
    await signIn()
    expect((await signingIn).caipAddress.startsWith(`${namespace}:`)).toBe(true)
  }
  expect(requests).toEqual(['solana', 'eip155'])

  await call('account', ['solana', { status: 'disconnected' }])
  await arrive()
  expect(auth.log.filter((path) => path === 'sign-out')).toHaveLength(1)
  expect(Object.keys(store.get(storedSessionsAtom))).toEqual([`eip155:1:${sampleAddress}`])
  expect(await call('signIn', [{}])).toMatchObject({ caipAddress })
})

test('asks for a supported network before the sign-in, or rejects if the project requires none', async () => {
  const { store, call, signIn } = openHost()
  await call('account', ['eip155', sampleAccountOn(999)])
  const signingIn = call('signIn', [{}])
  await arrive()
  expect(store.get(screenAtom)).toEqual({ view: 'UnsupportedChain' })
  await call('account', ['eip155', sampleAccountOn(1)])
  await arrive()
  expect(store.get(screenAtom)).toEqual({ view: 'SIWXSignMessage' })
  await signIn()
  expect(await signingIn).toMatchObject({ caipAddress })

  await call('configure', [{ unsupportedChain: 'banner' }])
  await call('account', ['eip155', sampleAccountOn(999)])
  await expect(call('signIn', [{}])).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
})

test('rejects a sign-in if the page cannot show the modal, and asks for none on the next visit', async () => {
  const open = () => {
    throw new AppError(commonErrors.DISCONNECTED)
  }
  const { store, call } = openHost({ open })
  await call('account', ['eip155', sampleAccountOn(1)])
  await expect(call('signIn', [{}])).rejects.toMatchObject({ code: 'DISCONNECTED' })
  await call('open', [{}])
  expect(store.get(screenAtom)).toEqual({ view: 'Account' })
})

test.each([
  [{ namespace: 'solana' }, 4100],
  [{ namespace: 'near' }, -32602],
  [{ statement: 'Two\nlines' }, -32602],
  [{ statement: 'Unseen\u200b' }, -32602],
])('rejects the sign-in options %j', async (options, number) => {
  const { call, calls } = openHost()
  await call('account', ['eip155', sampleAccountOn(1)])
  await expect(call('signIn', [options as never])).rejects.toMatchObject({ number })
  expect(calls).not.toContain('open')
})
