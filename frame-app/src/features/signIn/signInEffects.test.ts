// @vitest-environment happy-dom

import type { SignInMode } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { openPage, sampleAccountOn, sampleAddress, waitForMessages } from '../../../test/page.ts'
import { mockServer } from '../../../test/server.ts'
import { serveSignIn, withSignInMode } from '../../../test/signIn.ts'
import { checksumAddress } from '../../core/chains/eip155.ts'
import { activeAccountAtom } from '../../core/state/accounts.ts'
import { connectAtom, disconnectAtom, setConnectorsAtom } from '../../core/state/connections.ts'
import { isOpenAtom, isShakingAtom } from '../../core/state/modal.ts'
import { toastAtom } from '../../core/state/notices.ts'
import { writeStorageAtom } from '../../core/state/storage.ts'
import { closeWithOutcomeAtom } from '../../router/finish.ts'
import { screenAtom } from '../../router/router.ts'
import { safeCloseAtom } from '../../router/safeClose.ts'
import { preparedMessageAtom, prepareSignInAtom } from './messageAtoms.ts'
import { signInModeAtom, signInSessionAtom, storedSessionsAtom } from './signInAtoms.ts'
import { signInAttemptAtom } from './signInAttempt.ts'
import { signInAtom } from './siwx.ts'

beforeEach(() => mockServer.use(http.post('*/v1/', () => HttpResponse.json({ jsonrpc: '2.0', id: 0, result: '0x0' }))))

const wallet = 'io.example.harbor'
const caipAddress = `eip155:1:${checksumAddress(sampleAddress)}`
const key = `eip155:1:${sampleAddress}`
const signed = { connect: () => sampleAccountOn(1), disconnect: () => {}, request: () => '0x1234' }
const arrive = () => waitForMessages(120)

/** Connects a visitor and waits for the sign-in view. */
const connectTo = async (mode: SignInMode, methods: Parameters<typeof openPage>[0] = signed) => {
  const auth = serveSignIn()
  const page = openPage(methods, withSignInMode(mode))
  await page.call('open', [{}])
  await page.store.set(connectAtom, wallet)
  await arrive()
  return { ...page, auth }
}

test('asks for a signature after connecting and closes the modal with the outcome "signedIn"', async () => {
  const { store, auth, outcomes } = await connectTo('required')
  expect(store.get(screenAtom)).toEqual({ view: 'SIWXSignMessage' })
  expect(outcomes).toEqual([])
  const session = await store.set(signInAtom)
  expect(session).toMatchObject({ caipAddress, token: expect.any(String) })
  expect(auth.log).toEqual(['nonce', 'authenticate'])
  expect(auth.bodies[0]).toMatchObject({ caipAddress, signature: '0x1234' })
  expect(auth.bodies[0]?.message).toContain(
    `shop.example wants you to sign in with your Ethereum account:\n${checksumAddress(sampleAddress)}`,
  )
  expect(auth.bodies[0]?.message).toContain('URI: https://shop.example\n')
  if (session && session !== 'declined') await store.set(closeWithOutcomeAtom, session)
  await waitForMessages()
  expect(outcomes).toEqual([{ outcome: 'signedIn', session }])
})

test('reports the outcome of the modal only after the page has stored the session', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const siwx = (method: string) => (method === 'keep' ? promise : undefined)
  const { store, outcomes } = await connectTo('required', { ...signed, siwx })
  const signing = store.set(signInAtom)
  await arrive()
  expect(store.get(signInAttemptAtom)).toEqual({ status: 'signing' })
  resolve()
  const session = await signing
  if (session && session !== 'declined') await store.set(closeWithOutcomeAtom, session)
  await waitForMessages()
  expect(outcomes).toEqual([{ outcome: 'signedIn', session }])
})

test('reports the outcome of the modal only after the page has stored the session, even before the effects load', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const siwx = (method: string) => (method === 'keep' ? promise : undefined)
  const { store } = await connectTo('none', { ...signed, siwx })
  const signing = store.set(signInAtom)
  await arrive()
  expect(store.get(signInAttemptAtom)).toEqual({ status: 'signing' })
  resolve()
  expect(await signing).toMatchObject({ caipAddress })
})

test('asks for no sign-in unless the project or the page wants one', async () => {
  serveSignIn()
  const quiet = openPage(signed)
  await quiet.call('open', [{}])
  await quiet.store.set(connectAtom, wallet)
  expect(quiet.store.get(isOpenAtom)).toBe(false)

  const asking = openPage(signed)
  await asking.call('open', [{ signIn: 'optional' }])
  await asking.store.set(connectAtom, wallet)
  await arrive()
  expect(asking.store.get(screenAtom)).toEqual({ view: 'SIWXSignMessage' })

  const page = openPage(signed, withSignInMode('required'))
  await page.call('open', [{ signIn: 'none' }])
  await page.store.set(connectAtom, wallet)
  expect(page.store.get(isOpenAtom)).toBe(false)
})

test('the modal shakes instead of closing while a sign-in is required, and disconnects the wallet on the second attempt', async () => {
  const { store, outcomes, calls } = await connectTo('required')
  await store.set(safeCloseAtom)
  expect(store.get(isShakingAtom)).toBe(true)
  expect(store.get(isOpenAtom)).toBe(true)
  await store.set(safeCloseAtom)
  await waitForMessages()
  expect(calls).toContain('disconnect')
  expect(outcomes).toEqual([{ outcome: 'closed' }])
})

test('closes the modal with the outcome "connected" if the visitor leaves an optional sign-in', async () => {
  const { store, outcomes, calls } = await connectTo('optional')
  await store.set(safeCloseAtom)
  await waitForMessages()
  expect(calls).not.toContain('disconnect')
  expect(outcomes).toMatchObject([{ outcome: 'connected' }])
})

test.each([
  [4001, { status: 'declined' }],
  [-32002, { status: 'failed', error: { message: 'Already asking' } }],
])(
  'keeps the wallet connected after it answers the sign-in with %s, and lets the visitor sign again',
  async (number, attempt) => {
    let isWilling = false
    const request = () => {
      if (!isWilling) throw new AppError(commonErrors.WALLET_ERROR, { number, message: 'Already asking' })
      return '0x1234'
    }
    const { store, auth } = await connectTo('required', { ...signed, request })
    await store.set(signInAtom)
    expect(store.get(signInAttemptAtom)).toMatchObject(attempt)
    expect(store.get(activeAccountAtom)).not.toBeNull()
    expect(store.get(screenAtom)).toEqual({ view: 'SIWXSignMessage' })
    isWilling = true
    expect(await store.set(signInAtom)).toMatchObject({ caipAddress })
    // The second attempt fetches no new nonce, so the visitor signs the text that they have read.
    expect(auth.log).toEqual(['nonce', 'authenticate'])
  },
)

test.each([
  ['walletConnect', 'walletConnect'],
  ['io.example.harbor', 'injected'],
])('sends the signature request for an account of %s through the connector %s', async (connectorId, kind) => {
  serveSignIn()
  const { store, call } = openPage({}, withSignInMode('required'))
  const calls: string[] = []
  const via = (name: string) => ({
    request: async () => {
      calls.push(name)
      return '0x1234'
    },
  })
  store.set(setConnectorsAtom, { injected: via('injected'), walletConnect: via('walletConnect') } as never)
  await call('account', ['eip155', sampleAccountOn(1, connectorId)])
  await call('open', [{}])
  expect(await store.set(signInAtom)).toMatchObject({ caipAddress })
  expect(calls).toEqual([kind])
})

test('sends the wallet one signature request for two taps', async () => {
  let count = 0
  const request = async () => {
    count++
    await waitForMessages()
    return '0x1234'
  }
  const { store } = await connectTo('required', { ...signed, request })
  const both = [store.set(signInAtom), store.set(signInAtom)]
  expect(await both[1]).toBeNull()
  expect(await both[0]).toMatchObject({ caipAddress })
  expect(count).toBe(1)
})

test.each(['SIWX_NONCE_INVALID', 'SIWX_EXPIRED'])(
  "after the server's error %s the next message has a new nonce",
  async (refusal) => {
    const { store, auth } = await connectTo('required')
    auth.next.refusal = refusal
    await store.set(signInAtom)
    expect(store.get(signInAttemptAtom)).toEqual({ status: 'late' })
    expect(store.get(preparedMessageAtom)).toBeNull()
    expect(await store.set(signInAtom)).toMatchObject({ caipAddress })
    expect(auth.bodies[0]?.message).not.toBe(auth.bodies[1]?.message)
  },
)

test('shows the error code with which the server refuses a signature', async () => {
  const { store, auth } = await connectTo('required')
  auth.next.refusal = 'SIWX_SIGNATURE_INVALID'
  await store.set(signInAtom)
  expect(store.get(signInAttemptAtom)).toMatchObject({ status: 'failed', error: { code: 'SIWX_SIGNATURE_INVALID' } })
  expect(store.get(signInSessionAtom)).toBeNull()
})

test('writes a new sign-in message if the prepared one is older than two minutes', async () => {
  const { store, auth } = await connectTo('required')
  const { text } = await store.set(prepareSignInAtom)
  expect((await store.set(prepareSignInAtom)).text).toBe(text)
  const later = performance.now() + 121_000
  const clock = { now: performance.now }
  performance.now = () => later
  await store.set(signInAtom)
  performance.now = clock.now
  expect(auth.log).toEqual(['nonce', 'nonce', 'authenticate'])
  expect(auth.bodies[0]?.message).not.toBe(text)
})

test('ignores a signature that arrives after the network of the account changed', async () => {
  const answer = Promise.withResolvers<string>()
  const { store, auth, call } = await connectTo('required', { ...signed, request: () => answer.promise })
  const late = store.set(signInAtom)
  await waitForMessages()
  await call('account', ['eip155', sampleAccountOn(10)])
  answer.resolve('0x1234')
  expect(await late).toBeNull()
  expect(auth.log).not.toContain('authenticate')
})

test('has the server confirm a stored session before use, and renews its token', async () => {
  const auth = serveSignIn()
  const { store, call } = openPage(signed, withSignInMode('required'))
  const token = auth.start(caipAddress)
  store.set(writeStorageAtom, 'siwx_sessions', { [key]: { caipAddress, token } })
  await call('account', ['eip155', sampleAccountOn(1)])
  await call('open', [{}])
  expect(store.get(screenAtom)).toEqual({ view: 'Account' })
  await arrive()
  expect(auth.log).toEqual(['me'])
  expect(store.get(screenAtom)).toEqual({ view: 'Account' })
  expect(store.get(storedSessionsAtom)[key]).toMatchObject({ token: expect.not.stringMatching(token) })
})

test.each([
  ['the server does not know', 'gone'],
  ['is of another account', 'eip155:1:0x0000000000000000000000000000000000000001'],
])('rejects a stored session that %s', async (_name, sub) => {
  const auth = serveSignIn()
  const { store, call } = openPage(signed, withSignInMode('required'))
  const token = sub === 'gone' ? 'e30.e30.c2ln' : auth.start(sub)
  store.set(writeStorageAtom, 'siwx_sessions', { [key]: { caipAddress, token } })
  await call('account', ['eip155', sampleAccountOn(1)])
  await call('open', [{}])
  await arrive()
  expect(store.get(screenAtom)).toEqual({ view: 'SIWXSignMessage' })
  expect(store.get(storedSessionsAtom)).toEqual({})
})

test('disconnects the wallet if a required session can be neither confirmed nor denied', async () => {
  const auth = serveSignIn()
  auth.next.isDown = true
  const { store, call, calls } = openPage(signed, withSignInMode('required'))
  store.set(writeStorageAtom, 'siwx_sessions', { [key]: { caipAddress, token: auth.start(caipAddress) } })
  await call('account', ['eip155', sampleAccountOn(1)])
  await call('open', [{}])
  await arrive()
  expect(calls).toContain('disconnect')
  expect(store.get(isOpenAtom)).toBe(true)
  expect(store.get(screenAtom)).toEqual({ view: 'Connect' })
  expect(store.get(toastAtom)).toEqual({ variant: 'error', text: 'noSignIn' })
})

test('asks a returning visitor to sign in only if the sign-in is required', async () => {
  for (const [mode, view] of [
    ['required', 'SIWXSignMessage'],
    ['optional', 'Account'],
  ] as const) {
    serveSignIn()
    const { store, call } = openPage(signed, withSignInMode(mode))
    await call('account', ['eip155', sampleAccountOn(1)])
    await call('open', [{}])
    await arrive()
    expect(store.get(screenAtom)).toEqual({ view })
  }
})

test('signs out in the frame and on the server when the wallet disconnects', async () => {
  const { store, auth } = await connectTo('required')
  await store.set(signInAtom)
  expect(auth.live.size).toBe(1)
  await store.set(disconnectAtom)
  await arrive()
  expect(store.get(storedSessionsAtom)).toEqual({})
  expect(auth.log.at(-1)).toBe('sign-out')
  expect(auth.live.size).toBe(0)
})

test('asks for a new signature after a disconnect that happened while no frame ran', async () => {
  const auth = serveSignIn()
  const { store, call } = openPage(signed, withSignInMode('required'))
  store.set(writeStorageAtom, 'siwx_sessions', { [key]: { caipAddress, token: auth.start(caipAddress) } })
  await call('open', [{}])
  await store.set(connectAtom, wallet)
  await arrive()
  expect(auth.log).toEqual([])
  expect(store.get(screenAtom)).toEqual({ view: 'SIWXSignMessage' })
})

test('asks for a new sign-in on another network, but not on a network that has a session', async () => {
  const open: unknown[] = []
  const { store, auth, call } = await connectTo('required', { ...signed, open: () => open.push(1) })
  const session = await store.set(signInAtom)
  if (session && session !== 'declined') await store.set(closeWithOutcomeAtom, session)
  await waitForMessages()
  await call('account', ['eip155', sampleAccountOn(10)])
  await arrive()
  expect(open).toHaveLength(1)
  await call('open', [{}])
  expect(store.get(screenAtom)).toEqual({ view: 'SIWXSignMessage' })
  await call('account', ['eip155', sampleAccountOn(1)])
  await arrive()
  expect(store.get(isOpenAtom)).toBe(false)
  expect(auth.log).toEqual(['nonce', 'authenticate'])
})

test('asks again in the mode of the visit that asked first when the network changes', async () => {
  const { store, call } = await connectTo('none', { ...signed, open: () => {} })
  await call('open', [{ signIn: 'required' }])
  await arrive()
  const session = await store.set(signInAtom)
  if (session && session !== 'declined') await store.set(closeWithOutcomeAtom, session)
  await waitForMessages()
  await call('account', ['eip155', sampleAccountOn(10)])
  await arrive()
  await call('open', [{}])
  expect([store.get(screenAtom).view, store.get(signInModeAtom)]).toEqual(['SIWXSignMessage', 'required'])
  await store.set(safeCloseAtom)
  expect(store.get(isOpenAtom)).toBe(true)
})

test('requires the sign-in that the page asks for while the modal shows the wallets', async () => {
  serveSignIn()
  const { call, store } = openPage(signed, withSignInMode('none'))
  await call('open', [{}])
  await call('open', [{ signIn: 'required' }])
  await store.set(connectAtom, wallet)
  await arrive()
  expect([store.get(screenAtom).view, store.get(signInModeAtom)]).toEqual(['SIWXSignMessage', 'required'])
})

test('asks for a new sign-in in an open modal when the network changes', async () => {
  const { store, call } = await connectTo('optional')
  const session = await store.set(signInAtom)
  if (session && session !== 'declined') await store.set(closeWithOutcomeAtom, session)
  await waitForMessages()
  await call('open', [{}])
  expect(store.get(screenAtom)).toEqual({ view: 'Account' })
  await call('account', ['eip155', sampleAccountOn(10)])
  await arrive()
  expect(store.get(screenAtom)).toEqual({ view: 'SIWXSignMessage' })
})
