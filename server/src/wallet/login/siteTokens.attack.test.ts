import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import { shopOrigin, walletOrigin } from '../../../test/parts.ts'
import { makeWalletServer, solveWork, type WalletClient, type WalletServer } from '../../../test/walletServer.ts'
import type { OpenDatabase } from '../../database/open.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const otherOrigin = 'https://other.example'
const projects = [
  { id: 'shop', name: 'Shop', allowedOrigins: [shopOrigin, otherOrigin] },
  { id: 'second', name: 'Second', allowedOrigins: [shopOrigin] },
]
let opened: OpenDatabase
let server: WalletServer
let client: WalletClient
let count = 0
beforeAll(async () => {
  opened = await openTestDatabase()
})
beforeEach(async () => {
  server = await makeWalletServer(async () => opened.database, { projects, bitsOfLevel: () => 1 })
  client = await server.makeClient()
})

type Site = { projectId: string; host: string }
const shop: Site = { projectId: 'shop', host: shopOrigin }
/** Asks for a token as the document of a site does: its proof names the site. */
const requestToken = (of: WalletClient, site = shop, claims: object = site) =>
  of.call('POST', 'login/site', { body: site, change: { claims } })
const tokenOf = async (of: WalletClient, site = shop): Promise<string> => (await requestToken(of, site)).body.token
const login = (of: WalletClient, siteToken: string | undefined, { site = shop, email = '', ...more } = {}) =>
  of.call('POST', 'login/email', {
    body: {
      ...site,
      email: email || `ann${++count}@orchard.example`,
      locale: 'en',
      ...(siteToken && { siteToken }),
      ...more,
    },
  })
/** Whether the last mail names a site, anywhere in it. */
const namedSite = (): string | undefined => {
  const { text = '', html = '' } = server.mails.at(-1) ?? {}
  const [shown] = [shopOrigin, otherOrigin].filter((origin) => `${text}${html}`.includes(new URL(origin).host))
  return shown
}
const wait = (ms: number): void => {
  server.time.now += ms
}

test('a mail names the site if the token is two seconds old', async () => {
  const siteToken = await tokenOf(client)
  wait(2_000)
  expect((await login(client, siteToken)).status).toBe(200)
  expect(namedSite()).toBe(shopOrigin)
  expect(server.mails.at(-1)?.text).toContain(`Asked for at: ${new URL(shopOrigin).host}`)
  expect(server.mails.at(-1)?.text).not.toMatch(/\bfrom\b.*shop\.example/i)
})

test.each<[string, () => Promise<string | undefined>]>([
  ['without a token', async () => undefined],
  ['with an invented token', async () => `${server.time.now - 5_000}.${'a'.repeat(16)}.${'b'.repeat(43)}`],
  ['with a token of another form', async () => 'no token'],
  ['with the token of another client key', async () => tokenOf(await server.makeClient())],
  ['with the token of another origin', () => tokenOf(client, { ...shop, host: otherOrigin })],
  ['with the token of another project', () => tokenOf(client, { ...shop, projectId: 'second' })],
  [
    'with a token that claims to be older',
    async () => {
      const [, ...rest] = (await tokenOf(client)).split('.')
      return [server.time.now - 3_000, ...rest].join('.')
    },
  ],
])('a login %s is mailed, and its mail names no site', async (_, makeToken) => {
  const siteToken = await makeToken()
  wait(2_000)
  expect((await login(client, siteToken)).body.state).toBe('VERIFY_OTP')
  expect(namedSite()).toBeUndefined()
  expect(server.mails.at(-1)?.text).not.toContain('Asked for at')
})

test('a token that is younger than two seconds names no site, and still does later', async () => {
  const siteToken = await tokenOf(client)
  wait(1_999)
  await login(client, siteToken)
  expect(namedSite()).toBeUndefined()
  wait(1)
  await login(client, siteToken)
  expect(namedSite()).toBe(shopOrigin)
})

test('a token that is an hour old names no site', async () => {
  const siteToken = await tokenOf(client)
  wait(60 * 60_000)
  await login(client, siteToken)
  expect(namedSite()).toBeUndefined()
})

test('a replayed token names no site', async () => {
  const siteToken = await tokenOf(client)
  wait(2_000)
  await login(client, siteToken)
  expect(namedSite()).toBe(shopOrigin)
  await login(client, siteToken)
  expect(namedSite()).toBeUndefined()
})

test('of concurrent logins with one token only one mail names the site', async () => {
  const siteToken = await tokenOf(client)
  wait(2_000)
  await Promise.all(Array.from({ length: 8 }, () => login(client, siteToken)))
  expect(server.mails).toHaveLength(8)
  expect(server.mails.filter(({ text }) => text.includes('Asked for at'))).toHaveLength(1)
})

test('each mail of a login needs its own token', async () => {
  const siteToken = await tokenOf(client)
  wait(2_000)
  const { challengeId } = (await login(client, siteToken)).body
  const resend = async (body: object) => {
    wait(30_000)
    expect((await client.call('POST', `login/${challengeId}/resend`, { body })).status).toBe(200)
    return namedSite()
  }
  expect(await resend({})).toBeUndefined()
  expect(await resend({ siteToken })).toBeUndefined()
  expect(await resend({ siteToken: await tokenOf(client, { ...shop, host: otherOrigin }) })).toBeUndefined()
  const next = await tokenOf(client)
  expect(await resend({ siteToken: next })).toBe(shopOrigin)
})

test('a proof of work that the server wants first does not use up the token', async () => {
  server = await makeWalletServer(async () => opened.database, {
    projects,
    bitsOfLevel: () => 1,
    limits: { addressHour: 0 },
  })
  client = await server.makeClient()
  const siteToken = await tokenOf(client)
  wait(2_000)
  const email = `ann${++count}@orchard.example`
  const { work } = (await login(client, siteToken, { email })).body
  await login(client, siteToken, { email, ...{ work: solveWork(work) } })
  expect(namedSite()).toBe(shopOrigin)
})

test.each<[string, Site, object]>([
  [
    'a site that the project does not allow',
    { ...shop, host: 'https://evil.example' },
    { host: 'https://evil.example' },
  ],
  ['a site that its proof does not name', shop, {}],
  ['another site than its proof names', shop, { host: otherOrigin }],
  ['another project than its proof names', shop, { ...shop, projectId: 'second' }],
])('gives no token for %s', async (_, site, claims) => {
  expect(await requestToken(client, site, claims)).toMatchObject({ status: 403, body: { code: 'ORIGIN_NOT_ALLOWED' } })
})

test('gives no token to a page of another origin', async () => {
  const headers = { 'Sec-Fetch-Site': 'cross-site' }
  const response = await client.send('POST', 'login/site', { body: shop, change: { claims: shop }, headers })
  expect(response.status).toBe(403)
})

test("the wallet's own window needs no token, because its mails name no site", async () => {
  await login(client, undefined, { site: { ...shop, host: walletOrigin } })
  expect(namedSite()).toBeUndefined()
  expect(server.mails.at(-1)?.text).toContain(`Asked for at: ${new URL(walletOrigin).host}`)
})
