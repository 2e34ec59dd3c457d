import { expect, test } from 'vitest'
import { makeTestApp, modalOrigin, shopOrigin, walletOrigin } from '../../test/parts.ts'

const request = await makeTestApp()
const twoProjects = await makeTestApp([
  { id: 'shop', name: 'Shop', allowedOrigins: [shopOrigin] },
  { id: 'club', name: 'Club', allowedOrigins: ['https://*.club.example'] },
])

test.each([
  [`${modalOrigin}/f/`, 200],
  [`${modalOrigin}/f/shop/?theme=dark`, 200],
  [`${modalOrigin}/loader.js`, 200],
  [`${modalOrigin}/loader.d.ts`, 200],
  [`${modalOrigin}/v/1.2.3/bridge.js`, 200],
  [`${modalOrigin}/v/9.9.9/loader.js`, 404],
  [`${modalOrigin}/assets/main-abc123.js`, 200],
  [`${modalOrigin}/assets/../package.json`, 404],
  [`${modalOrigin}/assets/main-def456.js`, 404],
  [`${modalOrigin}/s/`, 404],
  [`${walletOrigin}/s/`, 200],
  [`${walletOrigin}/f/`, 404],
  [`${walletOrigin}/getWallets`, 404],
  ['http://modal.example:443/f/', 200],
  ['http://MODAL.example/f/', 200],
  ['http://modal.example:8080/f/', 421],
  ['https://evil.example/f/', 421],
  ['https://10.0.0.1/health', 200],
  ['http://127.0.0.1:4100/.well-known/jwks.json', 200],
])('answers GET %s with status %i', async (address, status) => {
  expect((await request(address)).status).toBe(status)
})

test('serves the types of the global AppKit as text', async () => {
  const { headers } = await request(`${modalOrigin}/loader.d.ts`)
  expect(headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
})

test('answers do not name the server software', async () => {
  const { headers } = await request(`${modalOrigin}/f/`)
  expect([headers.get('Server'), headers.get('X-Powered-By')]).toEqual([null, null])
})

test.each([
  ['an allowed origin', shopOrigin, 200, shopOrigin],
  ['the modal itself', modalOrigin, 200, modalOrigin],
  ['no origin, as a same-origin GET has none', undefined, 200, null],
  ['a stranger', 'https://evil.example', 403, null],
  ['an opaque origin', 'null', 403, null],
  ['a host that ends like an allowed host', 'https://evilshop.example', 403, null],
])('checks the origin of a public API request: %s', async (_, origin, status, echo) => {
  const headers: HeadersInit = origin ? { Origin: origin } : {}
  const response = await request(`${modalOrigin}/getAnalyticsConfig`, { headers })
  expect([response.status, response.headers.get('Access-Control-Allow-Origin')]).toEqual([status, echo])
})

test('tells a foreign origin why the server refuses its request', async () => {
  const response = await request(`${modalOrigin}/getWallets`, { headers: { Origin: 'https://evil.example' } })
  expect(await response.json()).toEqual({
    status: 'FAILED',
    reasons: [{ field: 'origin', description: 'Unauthorized: origin not allowed' }],
  })
})

test.each([
  ['', 401, 'Project ID Not Configured'],
  ['?projectId=nope', 401, 'Unauthorized: invalid key'],
])('on a server with two projects, refuses the query "%s"', async (query, status, description) => {
  const response = await twoProjects(`${modalOrigin}/projects/v1/origins${query}`)
  expect(response.status).toBe(status)
  expect(await response.json()).toEqual({ status: 'FAILED', reasons: [{ field: 'projectId', description }] })
})

test('lists the allowed origins of the named project', async () => {
  const response = await twoProjects(`${modalOrigin}/projects/v1/origins?projectId=club`, {
    headers: { Origin: 'https://a.club.example' },
  })
  expect(await response.json()).toEqual({ allowedOrigins: ['https://*.club.example'] })
})

test('refuses a request from an origin of another project', async () => {
  const response = await twoProjects(`${modalOrigin}/projects/v1/origins?projectId=club`, {
    headers: { Origin: shopOrigin },
  })
  expect(response.status).toBe(403)
})

test('allows the method of a route in a preflight, without credentials', async () => {
  const response = await request(`${modalOrigin}/v1/?chainId=eip155:1`, {
    method: 'OPTIONS',
    headers: { Origin: shopOrigin },
  })
  expect(response.status).toBe(204)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'access-control-allow-origin': shopOrigin,
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'Content-Type',
    'access-control-max-age': '600',
    vary: 'Origin',
  })
  expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull()
})

test('lists the chains that the RPC proxy serves', async () => {
  const app = await makeTestApp([
    {
      id: 'shop',
      name: 'Shop',
      allowedOrigins: [shopOrigin],
      networks: ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    },
  ])
  expect(await (await app(`${modalOrigin}/v1/supported-chains`)).json()).toEqual({ http: ['eip155:1'], ws: [] })
})

test('the public API serves only the public URLs of a network, never the private ones', async () => {
  const networks = [{ id: 'eip155:1', rpcUrls: ['https://rpc.example'], privateRpcUrls: ['https://node.example/key'] }]
  const app = await makeTestApp([{ id: 'shop', name: 'Shop', allowedOrigins: [shopOrigin], networks }])
  const ask = (id: string) => app(`${modalOrigin}/v1/chains/${encodeURIComponent(id)}/endpoints`)
  expect(await (await ask('eip155:1')).json()).toEqual({ rpcUrls: ['https://rpc.example'], restUrls: [] })
  expect((await ask('eip155:10')).status).toBe(400)
})

test('a server that is stopping reports that it is healthy but not ready', async () => {
  const app = await makeTestApp(undefined, { isReady: () => false })
  expect([(await app(`${modalOrigin}/ready`)).status, (await app(`${modalOrigin}/health`)).status]).toEqual([503, 200])
})

test('limits the requests of one IP address, and answers with Retry-After', async () => {
  const app = await makeTestApp(undefined, { now: () => 0 })
  const statuses: number[] = []
  for (let count = 0; count < 2_001; count++) statuses.push((await app(`${modalOrigin}/getAnalyticsConfig`)).status)
  expect(statuses.slice(-2)).toEqual([200, 429])
  expect((await app(`${modalOrigin}/getAnalyticsConfig`)).headers.get('Retry-After')).toBe('1')
})
