import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { writeCountryTable } from '../../../build/countryTable.ts'
import { openTestDatabase } from '../../../test/database.ts'
import { dumpFiles, dumpRows } from '../../../test/dump.ts'
import { makeTestFolder, shopOrigin, silentLog, walletOrigin } from '../../../test/parts.ts'
import { loginCodeInMail, makeWalletClient, makeWalletServer, type WalletServer } from '../../../test/walletServer.ts'
import type { OpenDatabase } from '../../database/open.ts'
import { createLog } from '../../http/log.ts'
import type { ServerParts } from '../../http/parts.ts'
import { createVisitorLocator, type VisitorLocator } from '../location/location.ts'
import { readCountryTable } from '../location/readCountryTable.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let opened: OpenDatabase
let locate: VisitorLocator
let server: WalletServer
let count = 0
beforeAll(async () => {
  opened = await openTestDatabase()
  const folder = await makeTestFolder()
  await writeCountryTable(folder)
  locate = createVisitorLocator(await readCountryTable(silentLog, folder))
  server = await start({})
})

const start = async (parts: Partial<ServerParts>): Promise<WalletServer> =>
  makeWalletServer(async () => opened.database, { limits: { networkHour: 1_000, projectHour: 1_000 }, locate, parts })

type From = { socket: string; forwarded?: string; locale?: string }

/** Starts a login from an IP address, and returns its mail. */
const logIn = async ({ socket, forwarded, locale = 'en' }: From, to = server) => {
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> =>
    to.app.request(
      `${walletOrigin}/v1/wallet/${path}`,
      {
        ...init,
        headers: {
          ...{ 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' },
          ...(forwarded !== undefined && { 'X-Forwarded-For': forwarded }),
          ...init.headers,
        },
      },
      { incoming: { socket: { remoteAddress: socket } } },
    )
  const client = await makeWalletClient(ask, { origin: walletOrigin, mails: to.mails, time: to.time })
  count += 1
  const email = `ann${count}@shop.example`
  const { status, body } = await client.call('POST', 'login/email', {
    body: { projectId: 'shop', host: shopOrigin, email, locale },
  })
  expect(status).toBe(200)
  return { client, login: body, mail: to.mails.at(-1) }
}

const locationLine = (mail: { text: string } | undefined): string => mail?.text.split('\n').find(isLocationLine) ?? ''
const isLocationLine = (line: string): boolean => /^(Place|Ort|المكان): /.test(line)

test.each([
  ['en', '217.0.0.1', 'Place', 'Germany (approximate)'],
  ['en', '::ffff:217.0.0.1', 'Place', 'Germany (approximate)'],
  ['en', '2003::1', 'Place', 'Germany (approximate)'],
  ['en', '203.0.113.7', 'Place', 'unknown location'],
  ['en', '', 'Place', 'unknown location'],
  ['en', '127.0.0.1', 'Place', 'the network of the wallet server'],
  ['en', '::1', 'Place', 'the network of the wallet server'],
  ['en', '192.168.1.20', 'Place', 'the network of the wallet server'],
  ['de-AT', '217.0.0.1', 'Ort', 'Deutschland (ungefähr)'],
  ['de', '203.0.113.7', 'Ort', 'unbekannter Ort'],
  ['de', '127.0.0.1', 'Ort', 'das Netz des Wallet-Servers'],
  ['ar', '217.0.0.1', 'المكان', 'ألمانيا (تقريبًا)'],
  ['ar', '203.0.113.7', 'المكان', 'مكان غير معروف'],
  ['ar', '127.0.0.1', 'المكان', 'شبكة خادم المحفظة'],
  // No translation of the mails exists for this locale, so the mail is English.
  ['fr', '217.0.0.1', 'Place', 'Germany (approximate)'],
])('in the locale %s, for a login from %j, the mail shows "%s: %s"', async (locale, socket, label, words) => {
  const { mail } = await logIn({ socket, locale })
  expect(locationLine(mail)).toBe(`${label}: ${words}`)
  expect(mail?.html).toContain(`>${words}<`)
})

test.each([
  ['ignores X-Forwarded-For without a proxy', 0, '217.0.0.1', '133.11.0.1', 'Germany (approximate)'],
  ['uses the entry that the proxy appended', 1, '127.0.0.1', '217.0.0.1, 133.11.0.1', 'Japan (approximate)'],
  [
    'uses the entry before the trusted ones behind two proxies',
    2,
    '127.0.0.1',
    '217.0.0.1, 133.11.0.1, 10.0.0.7',
    'Japan (approximate)',
  ],
  ['accepts an entry with a port', 1, '127.0.0.1', '[2001:200::1]:50123', 'Japan (approximate)'],
  ['does not locate a proxy entry "unknown"', 1, '127.0.0.1', 'unknown', 'unknown location'],
  ['uses the connection if the proxy adds no header', 1, '127.0.0.1', '', 'the network of the wallet server'],
])('locating a login %s', async (_, hops, socket, forwarded, words) => {
  const { settings } = server.parts
  const before = settings.trustedProxyHops
  onTestFinished(() => {
    settings.trustedProxyHops = before
  })
  settings.trustedProxyHops = hops
  const { mail } = await logIn({ socket, forwarded })
  expect(locationLine(mail)).toBe(`Place: ${words}`)
})

test('a login stores and logs no IP address', async () => {
  let written = ''
  const log = createLog(
    (text) => {
      written += text
    },
    () => new Date(0),
  )
  const own = await start({ log })
  const { client, login } = await logIn({ socket: '217.12.34.56', forwarded: '133.11.65.43' }, own)
  await client.call('POST', `login/${login.challengeId}/code`, { body: { code: loginCodeInMail(own.mails.at(-1)) } })
  log.flush()
  expect(written).toContain('"event":"request"')
  const dump = (await dumpRows(opened.database)) + ((await dumpFiles(opened.database)) ?? '')
  expect(dump).toContain('https://shop.example')
  for (const address of ['217.12.34.56', '133.11.65.43'])
    for (const text of [written, dump, JSON.stringify(own.mails)]) expect(text.includes(address)).toBe(false)
})
