import { randomUUID } from 'node:crypto'
import { attackTimeoutMs, reportAttack } from '@appkit-frame/loader/protocol/test/attack.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import { makeWalletOwner, type OwnerBrowser } from '../../../test/owner.ts'
import { modalOrigin, walletOrigin } from '../../../test/parts.ts'
import { makeWalletServer, readAnswerBody, type WalletServer } from '../../../test/walletServer.ts'
import { routeAccess, type WalletRouteName } from '../api/routeAccess.ts'

vi.setConfig({ testTimeout: attackTimeoutMs(), hookTimeout: 60_000 })

type Headers = Record<string, string>
const names = Object.keys(routeAccess) as WalletRouteName[]
const ofWindow = names.filter((name) => routeAccess[name] !== 'anyDocument')
const navigation = { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate' }

let server: WalletServer
let browser: OwnerBrowser
/** The headers of the owner's own wallet window, and those of a stranger's. */
let own: Headers
let strangers: Headers
beforeAll(async () => {
  const { database } = await openTestDatabase()
  server = await makeWalletServer(async () => database)
  browser = await (await makeWalletOwner(server, database)).browser()
  own = await server.openWindow()
  strangers = await server.openWindow()
})

const ask = async (name: WalletRouteName, headers: Headers | undefined, of = browser) => {
  const [method = '', path = ''] = name.split(' ')
  const body = method === 'POST' || method === 'PUT' ? {} : undefined
  const response = await of.client.send(method, path.replace(/:\w+/, randomUUID()), {
    token: of.tokens.accessToken,
    body,
    headers: headers ?? {},
  })
  return { status: response.status, code: (await readAnswerBody(response.clone())).code }
}

test('the table of routes names every route of the wallet API', () => {
  const prefix = '/secure/v1/wallet/'
  const made = server.app.routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith(prefix))
  expect(made.map(({ method, path }) => `${method} ${path.slice(prefix.length)}`).sort()).toEqual([...names].sort())
})

/**
 * A frame of another site sends no cookie, but a frame of the same site sends it. No frame can read the window's key.
 */
const frames: [string, () => Headers | undefined][] = [
  ['a frame of another site', () => undefined],
  ['a frame of the same site', () => ({ Cookie: own.Cookie ?? '' })],
  ['a frame of the same site with an empty key', () => ({ Cookie: own.Cookie ?? '', 'Wallet-Window': '' })],
  [
    'a frame of the same site with the key of a stranger’s window',
    () => ({ Cookie: own.Cookie ?? '', 'Wallet-Window': strangers['Wallet-Window'] ?? '' }),
  ],
  ['a client that has the key but not the cookie', () => ({ 'Wallet-Window': own['Wallet-Window'] ?? '' })],
  [
    'a client with a cookie of its own making',
    () => ({ ...own, Cookie: '__Host-wallet-window=AAAAAAAAAAAAAAAAAAAAAA' }),
  ],
  [
    'a client with a cookie that lacks the prefix',
    () => ({ ...own, Cookie: own.Cookie?.replace('__Host-', '') ?? '' }),
  ],
]
test.for(frames)('%s is refused by each route of the window, with a fresh login', async ([name, headers], { task }) => {
  expect(ofWindow.length).toBeGreaterThan(7)
  for (const route of ofWindow)
    expect(await ask(route, headers()), route).toEqual({ status: 403, code: 'WINDOW_REQUIRED' })
  reportAttack(task, 'G4', ofWindow.length, 'requests for what only the wallet window may do', name)
})

test('no route of the window refuses a wallet window', async () => {
  for (const name of ofWindow) expect(await ask(name, own), name).not.toMatchObject({ code: 'WINDOW_REQUIRED' })
})

test('each route that takes something away needs a fresh login, also in a window', async () => {
  const { database } = await openTestDatabase()
  const later = await makeWalletServer(async () => database)
  const old = await (await makeWalletOwner(later, database)).browser()
  later.time.now += 5 * 60_000 + 1
  const window = await later.openWindow()
  const taking = names.filter((name) => routeAccess[name] === 'freshWindow')
  expect(taking.length).toBeGreaterThan(5)
  for (const name of taking)
    expect(await ask(name, window, old), name).toEqual({ status: 403, code: 'FRESH_LOGIN_REQUIRED' })
})

test.each<[string, Headers]>([
  ['a frame', { 'Sec-Fetch-Dest': 'iframe', 'Sec-Fetch-Mode': 'navigate' }],
  ['an embedded object', { 'Sec-Fetch-Dest': 'object', 'Sec-Fetch-Mode': 'navigate' }],
  ['a fetch of a script', { 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Mode': 'cors' }],
  ['a fetch that claims to be a document', { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'no-cors' }],
  ['a client without fetch metadata', {}],
])('%s gets the window’s document without cookie and key', async (_, headers) => {
  for (const cookie of [{}, { Cookie: own.Cookie ?? '' }]) {
    const response = await server.app.request(`${walletOrigin}/vault/shop`, { headers: { ...headers, ...cookie } })
    expect(response.status).toBe(200)
    expect(response.headers.get('Set-Cookie')).toBeNull()
    expect(await response.text()).not.toContain('windowKey')
  }
})

test('a top-level navigation sets a cookie that neither frames of other sites nor scripts can use', async () => {
  for (const site of ['none', 'same-origin', 'same-site', 'cross-site']) {
    const headers = { ...navigation, 'Sec-Fetch-Site': site }
    const response = await server.app.request(`${walletOrigin}/vault/shop`, { headers })
    expect(response.headers.get('Set-Cookie')).toMatch(
      /^__Host-wallet-window=[\w-]{22}; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    )
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
    expect(response.headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
  }
})

test('a second window of a browser keeps the first one working', async () => {
  const headers = { ...navigation, Cookie: own.Cookie ?? '' }
  const response = await server.app.request(`${walletOrigin}/vault/shop`, { headers })
  expect(response.headers.get('Set-Cookie')).toBeNull()
  expect(await response.text()).toContain(`"windowKey":"${own['Wallet-Window']}"`)
})

test.each(['/frame/f/shop/', '/s/shop/', '/approve/shop'])('%s sets no cookie', async (path) => {
  const origin = path.startsWith('/frame') ? modalOrigin : walletOrigin
  const response = await server.app.request(origin + path.replace('/frame', ''), { headers: navigation })
  expect(response.headers.get('Set-Cookie')).toBeNull()
  expect(await response.text()).not.toContain('windowKey')
})

test.each([
  ['same-origin', true],
  ['same-site', false],
  ['cross-site', false],
  ['none', false],
])('a window that a %s navigation opened knows whether the wallet itself opened it: %s', async (site, isOwn) => {
  const headers = { ...navigation, 'Sec-Fetch-Site': site }
  const response = await server.app.request(`${walletOrigin}/vault/shop`, { headers })
  expect(await response.text()).toContain(`"isOpenedByWallet":${isOwn}`)
})
