// @vitest-environment happy-dom

import type { HostOptions, SiteSignInMethod } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { siwxErrors } from '@appkit-frame/loader/protocol/errors/siwxErrors.ts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { sampleBootstrap } from '../../../test/bootstrap.ts'
import { solanaAccount, solanaNetwork } from '../../../test/namespaces.ts'
import { openPage, sampleAccountOn, sampleAddress, waitForMessages } from '../../../test/page.ts'
import { mockServer } from '../../../test/server.ts'
import { serveSignIn, withSignInMode } from '../../../test/signIn.ts'
import { checksumAddress } from '../../core/chains/eip155.ts'
import { connectAtom, disconnectAtom } from '../../core/state/connections.ts'
import { isOpenAtom } from '../../core/state/modal.ts'
import { toastAtom } from '../../core/state/notices.ts'
import { closeWithOutcomeAtom } from '../../router/finish.ts'
import { screenAtom } from '../../router/router.ts'
import { signInModeAtom, signInSessionAtom, storedSessionsAtom } from './signInAtoms.ts'
import { signInAttemptAtom } from './signInAttempt.ts'
import { signInAtom } from './siwx.ts'

beforeEach(() =>
  mockServer.use(
    http.get('*/native-balance', () => HttpResponse.json({ balance: '1' })),
    http.post('*/v1/', () => HttpResponse.json({ jsonrpc: '2.0', id: 0, result: '0x0' })),
  ),
)

const wallet = 'io.example.harbor'
const account = checksumAddress(sampleAddress)
const caipAddress = `eip155:1:${account}`
const arrive = () => waitForMessages(150)

type Answers = { [name in SiteSignInMethod]?: (...args: never[]) => unknown }
type Told = { isLegacy?: boolean; isRequired?: boolean; staysSignedIn?: boolean; inMemory?: boolean }

const message = (nonce = 'abcdefgh') =>
  [
    'shop.example wants you to sign in with your Ethereum account:',
    account,
    '',
    'URI: https://shop.example',
    'Version: 1',
    'Chain ID: 1',
    `Nonce: ${nonce}`,
    `Issued At: ${new Date().toISOString()}`,
  ].join('\n')

/** Opens a page whose site has the sign-in functions in `answers`, and returns a function that connects a visitor. */
const openSite = async (
  answers: Answers,
  told: Told = {},
  configured: HostOptions = { siwx: {} },
  networks = sampleBootstrap.networks,
) => {
  const auth = serveSignIn()
  const log: [name: string, ...args: unknown[]][] = []
  const functions = Object.keys(answers)
  const description = { functions, isLegacy: false, isRequired: true, staysSignedIn: false, inMemory: false, ...told }
  const siwx = async (method: SiteSignInMethod, args: unknown[]) => {
    if (method === 'describe') return description
    log.push([method, ...args])
    return (answers[method] as ((...given: unknown[]) => unknown) | undefined)?.(...args) ?? null
  }
  const page: ReturnType<typeof openPage> = openPage(
    {
      connect: () => sampleAccountOn(1),
      disconnect: () => {},
      request: () => '0x1234',
      open: () => void page.call('open', [{}]),
      siwx,
    },
    { ...withSignInMode('none'), networks },
  )
  await page.call('configure', [configured])
  const names = () => log.map(([name]) => name).filter((name) => name !== 'keep' && name !== 'kept')
  const connect = async () => {
    await page.call('open', [{}])
    await page.store.set(connectAtom, wallet)
    await arrive()
  }
  return { ...page, auth, log, names, connect }
}

test("uses a site's nonce, message, verification and sessions if the site has all functions, and never the server", async () => {
  const { connect, store, names, log, auth, outcomes } = await openSite({
    getNonce: () => 'abcdefgh',
    createMessage: () => message(),
    verifyMessage: () => true,
    addSession: () => undefined,
    getSessions: () => [],
    setSessions: () => undefined,
  })
  await connect()
  expect(store.get(screenAtom)).toEqual({ view: 'SIWXSignMessage' })
  expect(store.get(signInModeAtom)).toBe('required')
  const session = await store.set(signInAtom)
  if (session && session !== 'declined') await store.set(closeWithOutcomeAtom, session)
  await arrive()
  expect(outcomes).toMatchObject([{ outcome: 'signedIn', session: { caipAddress, signature: '0x1234' } }])
  expect(outcomes[0]).not.toHaveProperty('session.token')
  expect(names()).toEqual(['getSessions', 'getNonce', 'createMessage', 'verifyMessage', 'addSession'])
  const [, given] = log.find(([name]) => name === 'createMessage') ?? []
  expect(given).toMatchObject({
    chainId: 'eip155:1',
    accountAddress: account,
    nonce: 'abcdefgh',
    domain: 'shop.example',
  })
  const [, added] = log.find(([name]) => name === 'addSession') ?? []
  expect(added).toMatchObject({ data: { accountAddress: account, nonce: 'abcdefgh' }, signature: '0x1234' })
  expect(auth.log).toEqual([])
  // The site stores its sessions itself, so the frame only reports the current ones.
  expect(log.filter(([name]) => name === 'keep').at(-1)).toMatchObject(['keep', [], { eip155: { caipAddress } }])
  expect(store.get(storedSessionsAtom)).toEqual({})

  await store.set(disconnectAtom)
  await arrive()
  expect(log.findLast(([name]) => name === 'setSessions')).toEqual(['setSessions', []])
})

test('makes nonce and message and stores the session for a site that only verifies signatures', async () => {
  const { connect, store, auth, log, call } = await openSite({ verifyMessage: () => true })
  await connect()
  await store.set(signInAtom)
  expect(auth.log).toEqual(['nonce'])
  await arrive()
  expect(log.filter(([name]) => name === 'keep').at(-1)).toMatchObject([
    'keep',
    [{ caipAddress }],
    { eip155: { caipAddress } },
  ])
  expect(await call('signIn', [{}])).toMatchObject({
    caipAddress,
    message: expect.stringContaining('shop.example wants'),
  })
})

test('takes the nonce from the server if the server verifies the signature', async () => {
  const { connect, store, auth, names } = await openSite({ getNonce: () => 'abcdefgh' })
  await connect()
  expect(await store.set(signInAtom)).toMatchObject({ caipAddress, token: expect.any(String) })
  expect(auth.log).toEqual(['nonce', 'authenticate'])
  expect(names()).toEqual([])
})

test('accepts a session from the site, and asks the site for it on every visit', async () => {
  const found = [{ data: { chainId: 'eip155:1', accountAddress: sampleAddress } }]
  const { connect, store, names, call, outcomes } = await openSite({ getSessions: () => found, addSession: () => null })
  await connect()
  expect(store.get(isOpenAtom)).toBe(false)
  expect(store.get(signInSessionAtom)).toMatchObject({ caipAddress })
  // The connection signs the visitor in without a signature, because the site has a session.
  expect(outcomes).toMatchObject([{ outcome: 'signedIn', session: { caipAddress } }])
  expect(await call('signIn', [{}])).toMatchObject({ caipAddress })
  expect(names()).toEqual(['getSessions', 'getSessions'])
})

test.each([
  ['of another account', [{ data: { chainId: 'eip155:1', accountAddress: '0x01' } }]],
  ['of another network', [{ data: { chainId: 'eip155:10', accountAddress: sampleAddress } }]],
  [
    'that has ended',
    [{ data: { chainId: 'eip155:1', accountAddress: sampleAddress, expirationTime: '2020-01-01T00:00:00Z' } }],
  ],
  ['that is rubbish', [7, null, { data: 'all' }]],
])('asks for a sign-in if the site returns a session %s', async (_name, sessions) => {
  const { connect, store } = await openSite({ getSessions: () => sessions, addSession: () => null })
  await connect()
  expect(store.get(signInSessionAtom)).toBeNull()
  expect(store.get(screenAtom)).toEqual({ view: 'SIWXSignMessage' })
})

test.each([
  ['throws', () => Promise.reject(new AppError(siwxErrors.SIWX_SITE_FAILED))],
  ['returns no list', () => 'yes'],
])("disconnects the wallet if the site's getSessions %s, even with an optional sign-in", async (_name, getSessions) => {
  const { connect, store, calls } = await openSite({ getSessions, addSession: () => null }, { isRequired: false })
  await connect()
  expect(calls).toContain('disconnect')
  expect(store.get(isOpenAtom)).toBe(true)
  expect(store.get(screenAtom)).toEqual({ view: 'Connect' })
  expect(store.get(toastAtom)).toEqual({ variant: 'error', text: 'noSignIn' })
})

test.each<[name: string, answers: Answers, words: string]>([
  ['the verdict false', { verifyMessage: () => false }, 'The signature is not one of this account'],
  ['the verdict "true", a string', { verifyMessage: () => 'true' }, 'The signature is not one of this account'],
  ['no verdict', { verifyMessage: () => undefined }, 'The signature is not one of this account'],
  [
    'a rejected session',
    {
      addSession: () =>
        Promise.reject(new AppError(siwxErrors.SIWX_SITE_FAILED, { values: { reason: 'We are closed' } })),
    },
    'This site says: We are closed',
  ],
  [
    'a nonce that is an object',
    { verifyMessage: () => true, getNonce: () => ({}) },
    'The sign-in message is not valid',
  ],
  ['a nonce of two lines', { verifyMessage: () => true, getNonce: () => 'a\nb' }, 'The sign-in message is not valid'],
  [
    'a text for another site',
    { createMessage: () => message().replace('shop.', 'bank.') },
    'The sign-in message is for another site',
  ],
  ['no text', { verifyMessage: () => true, createMessage: () => null }, 'The sign-in message is not valid'],
  [
    'a text of another nonce',
    { verifyMessage: () => true, getNonce: () => 'abcdefgh', createMessage: () => message('hgfedcba') },
    'The sign-in message is not valid',
  ],
])('after %s from the site, shows the error and lets the visitor try again', async (_name, answers, words) => {
  const { connect, store, calls } = await openSite(answers)
  await connect()
  expect(await store.set(signInAtom)).toBeNull()
  expect(store.get(signInAttemptAtom)).toMatchObject({ status: 'failed', error: { message: words } })
  expect(store.get(signInSessionAtom)).toBeNull()
  expect(store.get(isOpenAtom)).toBe(true)
  expect(calls).not.toContain('disconnect')
})

test("ignores the answer of a site's function that arrives after the visitor disconnected", async () => {
  const answer = Promise.withResolvers<boolean>()
  const { connect, store } = await openSite({ verifyMessage: () => answer.promise })
  await connect()
  const signing = store.set(signInAtom)
  await arrive()
  expect(store.get(signInAttemptAtom)).toEqual({ status: 'signing' })
  // The visitor disconnects while the site's function has not answered.
  await store.set(disconnectAtom)
  await arrive()
  answer.resolve(true)
  expect(await signing).toBeNull()
  expect(store.get(signInSessionAtom)).toBeNull()
})

test("keeps a visitor signed in after a disconnect if the site's functions set staysSignedIn", async () => {
  const { connect, store, names, auth, call } = await openSite({}, { staysSignedIn: true }, { siwx: {} })
  await call('open', [{ signIn: 'required' }])
  await store.set(connectAtom, wallet)
  await arrive()
  await store.set(signInAtom)
  await store.set(disconnectAtom)
  await arrive()
  expect(auth.log).toEqual(['nonce', 'authenticate'])
  expect(Object.keys(store.get(storedSessionsAtom))).toHaveLength(1)
  await connect()
  expect(store.get(signInSessionAtom)).toMatchObject({ caipAddress })
  expect(names()).toEqual([])
})

test('stores no session if the site sets inMemory', async () => {
  const { connect, store } = await openSite({ verifyMessage: () => true }, { inMemory: true })
  await connect()
  await store.set(signInAtom)
  expect(store.get(signInSessionAtom)).toMatchObject({ caipAddress })
  expect(store.get(storedSessionsAtom)).toEqual({})
})

test('asks for no sign-in if the page sets sign-in options but no sign-in functions', async () => {
  const { connect, store } = await openSite({}, { isRequired: false })
  await connect()
  expect(store.get(isOpenAtom)).toBe(false)
  expect(store.get(signInModeAtom)).toBe('none')
})

test("shows the ConnectingSiwe view for a site with siweConfig, and ends the site's session on disconnect", async () => {
  const answers = { getSessions: () => [], addSession: () => null, setSessions: () => null }
  const { connect, store, log } = await openSite(answers, { isLegacy: true }, { siweConfig: {} })
  await connect()
  expect(store.get(screenAtom)).toEqual({ view: 'ConnectingSiwe' })
  await store.set(disconnectAtom)
  await arrive()
  expect(log.at(-1)).toEqual(['setSessions', []])
})

test('ignores siweConfig in namespaces other than eip155', async () => {
  const networks = [...sampleBootstrap.networks, solanaNetwork]
  const { call, store, names } = await openSite(
    { getSessions: () => [] },
    { isLegacy: true },
    { siweConfig: {} },
    networks,
  )
  await call('account', ['solana', solanaAccount])
  await call('open', [{}])
  await arrive()
  expect(store.get(screenAtom)).toEqual({ view: 'Account' })
  expect(names()).toEqual([])
})

test("finds a session in the page's storage and has the server confirm it", async () => {
  const { call, store, auth, log } = await openSite({ kept: () => ({ caipAddress, token }) }, {}, {})
  const token = auth.start(caipAddress)
  await call('account', ['eip155', sampleAccountOn(1)])
  expect(await call('signIn', [{}])).toMatchObject({ caipAddress })
  expect(auth.log).toEqual(['me'])
  expect(log.find(([name]) => name === 'kept')).toEqual(['kept', caipAddress])
  expect(store.get(isOpenAtom)).toBe(false)
})
