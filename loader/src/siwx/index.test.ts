// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SiweConfig, SiwxOptions } from '../../index.d.ts'
import type { BridgeHook } from '../hook.ts'
import { createSiteSignIn } from './index.ts'

const address = '0x7a0b2c4d6e8f00112233445566778899aa0c36ef'
const account = { chainId: 'eip155:1', accountAddress: address }
const signed = { data: { ...account, nonce: 'n' }, message: 'text', signature: '0x51' }

const openPage = (options: { siwx?: unknown; siweConfig?: unknown } = {}) => {
  const state = { open: false, loading: false, activeNamespace: 'eip155' as const, accounts: {}, sessions: {} }
  const events: unknown[] = []
  const listeners = { '': new Set([(value: never) => events.push(value)]) }
  const hook = [null, state, () => structuredClone(state), listeners, options] as unknown as BridgeHook
  return { siwx: createSiteSignIn([hook]), state, events, options }
}

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => localStorage.clear())

test("describes the page's sign-in functions, even if the page sets them later", async () => {
  const { siwx, options } = openPage()
  expect(await siwx('describe', [])).toEqual({
    functions: [],
    isLegacy: false,
    isRequired: false,
    staysSignedIn: false,
    inMemory: false,
  })
  class PageSiwx {
    signOutOnDisconnect = false
    storage = 'memory'
    verifyMessage() {
      return true
    }
    getRequired() {
      return true
    }
  }
  Object.assign(options, { siwx: new PageSiwx() })
  expect(await siwx('describe', [])).toEqual({
    functions: ['verifyMessage'],
    isLegacy: false,
    isRequired: true,
    staysSignedIn: true,
    inMemory: true,
  })
})

test('calls functions with `this` set to their object and returns their answer as data', async () => {
  const site = {
    prefix: 'a',
    getNonce(this: { prefix: string }) {
      return `${this.prefix}1`
    },
    createMessage: () => ({ domain: 'shop.example', toString: () => 'the text' }),
    getSessions: () => [{ ...signed, toString: () => 'no data' }],
    addSession: async () => undefined,
  }
  const { siwx } = openPage({ siwx: site })
  expect(await siwx('getNonce', [account])).toBe('a1')
  expect(await siwx('createMessage', [account])).toBe('the text')
  expect(await siwx('getSessions', ['eip155:1', address])).toEqual([signed])
  expect(await siwx('addSession', [signed])).toBeNull()
})

test.each([
  ['an error', () => Promise.reject(new Error('The books are closed')), 'The books are closed'],
  ['a text', () => Promise.reject('no'), 'no'],
  ['nothing', () => Promise.reject(), 'undefined'],
  ['a circular value', () => Object.assign([], { 0: globalThis }), ''],
  ['a number too large for JSON', () => 1n, ''],
])(
  'rejects with SIWX_SITE_FAILED and the text if a function of the page throws or returns %s',
  async (_name, getSessions, text) => {
    const { siwx } = openPage({ siwx: { getSessions } })
    const failure = await siwx('getSessions', []).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: -32603, reason: 'SIWX_SITE_FAILED' })
    expect(String(Object(failure).message)).toContain(`This site says: ${text}`)
    expect(console.error).toHaveBeenCalledOnce()
  },
)

test.each(['constructor', '__proto__', 'getRequired', 'storage', 'toString', 'getNonce'])(
  'refuses a call of %s, which is no sign-in function that the page has set',
  (name) =>
    expect(openPage({ siwx: { storage: 'local' } }).siwx(name as never, [])).rejects.toMatchObject({
      reason: 'METHOD_NOT_ALLOWED',
    }),
)

test('refuses a page that sets both siwx and siweConfig', async () => {
  const { siwx } = openPage({ siwx: {}, siweConfig: {} })
  for (const method of ['describe', 'getNonce'] as const)
    await expect(siwx(method, [])).rejects.toMatchObject({ reason: 'SIWX_CONFIG_CONFLICT' })
})

test("stores all sessions in the page and puts those of the connected accounts into AppKit's state", async () => {
  const { siwx, state, events } = openPage()
  const session = { caipAddress: `eip155:1:${address}`, token: 'a.b.c', message: 'text', signature: '0x51' }
  await siwx('keep', [[session], { eip155: session }])
  expect(JSON.parse(localStorage['@appkit/siwx'])).toEqual([session])
  expect(state.sessions).toEqual({ eip155: session })
  await vi.waitFor(() => expect(events).toMatchObject([{ sessions: { eip155: session } }]))
  expect(await siwx('kept', [session.caipAddress])).toEqual(session)
  expect(await siwx('kept', ['eip155:1:0x0'])).toBeNull()
  await siwx('keep', [[], {}])
  expect(localStorage.length).toBe(0)
  expect(state.sessions).toEqual({})
})

test('stores nothing in memory mode and ignores earlier stored sessions', async () => {
  const session = { caipAddress: `eip155:1:${address}` }
  localStorage['@appkit/siwx'] = JSON.stringify([session])
  const { siwx, state } = openPage({ siwx: { storage: 'memory' } satisfies SiwxOptions })
  expect(await siwx('kept', [session.caipAddress])).toBeNull()
  await siwx('keep', [[session], { eip155: session }])
  expect(localStorage.length).toBe(0)
  expect(state.sessions).toEqual({ eip155: session })
})

test.each(['{', '{}', '7', 'null', '[null]'])('reads no session from storage with %s', async (text) => {
  localStorage['@appkit/siwx'] = text
  expect(await openPage().siwx('kept', ['eip155:1:0x0'])).toBeNull()
})

/** A page with a `siweConfig` and a server of the site. */
const legacy = (functions: Partial<SiweConfig> = {}) => {
  const log: unknown[] = []
  const server: { session: { address: string; chainId: number } | null } = { session: null }
  const siweConfig: SiweConfig = {
    getNonce: (given) => `nonce of ${given}`,
    createMessage: (fields) => JSON.stringify(fields),
    verifyMessage: ({ signature }) => {
      server.session = { address: address.toUpperCase().replace('0X', '0x'), chainId: 1 }
      return signature === '0x51'
    },
    getSession: () => server.session,
    signOut: () => {
      log.push('signOut')
      server.session = null
      return true
    },
    getMessageParams: () => ({ domain: 'shop.example', statement: 'Welcome', chains: [1, 10] }),
    onSignIn: (session) => log.push(session),
    onSignOut: () => log.push('onSignOut'),
    ...functions,
  }
  return { ...openPage({ siweConfig }), log, server }
}

test('calls the functions of siweConfig with the arguments that siweConfig defines', async () => {
  const { siwx, log } = legacy()
  expect(await siwx('describe', [])).toMatchObject({ isLegacy: true, isRequired: true, staysSignedIn: false })
  expect(await siwx('getNonce', [account])).toBe(`nonce of ${address}`)
  const text = await siwx('createMessage', [{ ...account, nonce: 'n', domain: 'x', issuedAt: 'now', version: '1' }])
  expect(JSON.parse(String(text))).toEqual({
    address: `did:pkh:eip155:1:${address}`,
    chainId: 1,
    chains: [1, 10],
    nonce: 'n',
    domain: 'shop.example',
    statement: 'Welcome',
    iat: 'now',
    version: '1',
  })
  expect(await siwx('getSessions', ['eip155:1', address])).toEqual([])
  await siwx('addSession', [signed])
  expect(log).toMatchObject([{ chainId: 1 }])
  expect(await siwx('getSessions', ['eip155:1', address])).toEqual([{ data: account }])
  await siwx('setSessions', [[]])
  expect(log.slice(1)).toEqual(['signOut', 'onSignOut'])
})

test.each([
  ['verifyMessage returns false', { verifyMessage: () => false }],
  ['verifyMessage returns something other than true', { verifyMessage: (() => 'ok') as never }],
  ['there is no session afterwards', { getSession: () => null }],
  ['the session is of another account', { getSession: () => ({ address: '0x01', chainId: 1 }) }],
  ['the session is of another chain', { getSession: () => ({ address, chainId: 10 }) }],
])('rejects the sign-in if %s', async (_name, functions) => {
  const { siwx, log } = legacy(functions)
  await expect(siwx('addSession', [signed])).rejects.toMatchObject({ reason: 'SIWX_SITE_FAILED' })
  expect(log).toEqual([])
})

test.each([
  [{}, 'eip155:10', address, [], ['signOut', 'onSignOut']],
  [
    { signOutOnNetworkChange: false },
    'eip155:10',
    address,
    [{ data: { chainId: 'eip155:10', accountAddress: address } }],
    [],
  ],
  [{}, 'eip155:1', '0x01', [], ['signOut', 'onSignOut']],
  [
    { signOutOnAccountChange: false },
    'eip155:1',
    '0x01',
    [{ data: { chainId: 'eip155:1', accountAddress: '0x01' } }],
    [],
  ],
])(
  'with the options %j, keeps or ends a session after a switch to the network %s and the account %s',
  async (options, chainId, accountAddress, sessions, log) => {
    const page = legacy(options)
    page.server.session = { address, chainId: 1 }
    expect(await page.siwx('getSessions', [chainId, accountAddress])).toEqual(sessions)
    expect(page.log).toEqual(log)
  },
)

test('accepts a disabled siweConfig and a siweConfig of a library', async () => {
  expect(await legacy({ enabled: false }).siwx('describe', [])).toMatchObject({ functions: [], isRequired: false })
  const { siweConfig } = legacy().options as { siweConfig: SiweConfig }
  const made = { methods: siweConfig, options: { required: false } }
  expect(await openPage({ siweConfig: made }).siwx('describe', [])).toMatchObject({ isRequired: false, isLegacy: true })
})
