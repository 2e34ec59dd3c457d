import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { answerAndStall, answerEndlessly, answerJson, startForeignServer } from '../../test/foreignServer.ts'
import { makeTestApp, modalOrigin, shopOrigin, testDirectory } from '../../test/parts.ts'
import { createUpstreamListing } from './listing.ts'
import { createUpstreamApi } from './upstream.ts'

type Row = Record<string, unknown>
const row = (id: string, fields: Row = {}): Row => ({ id, name: `Up ${id}`, chains: ['eip155:1'], ...fields })
const rows = (...ids: string[]) => ids.map((id) => row(id))

/** A listing API that serves pages of `all`. */
const paged = (all: readonly Row[]) => (request: IncomingMessage, response: ServerResponse) => {
  const query = new URL(request.url ?? '', 'http://x').searchParams
  const [page, entries] = [Number(query.get('page')), Number(query.get('entries'))]
  answerJson({ data: all.slice((page - 1) * entries, page * entries), count: all.length })(request, response)
}

const serve = async (
  answer: Parameters<typeof startForeignServer>[0],
  changes: Partial<typeof testDirectory> = {},
  base = '',
  projects?: Row[],
) => {
  const outside = await startForeignServer(answer)
  const lines: string[] = []
  const clock = { at: 0 }
  const now = () => clock.at
  const log = {
    write: (event: string, fields?: object) => void lines.push(JSON.stringify({ event, ...fields })),
    flush: () => undefined,
  }
  const known = { ...testDirectory, ...changes }
  const listing = createUpstreamListing(known, createUpstreamApi(`${outside.origin}${base}`, log, now), now)
  const app = await makeTestApp(projects, { directory: known, listing })
  const ask = async (query = '') => {
    const response = await app(`${modalOrigin}/getWallets?${query}`)
    return { status: response.status, ...(await response.json()) }
  }
  return {
    ...outside,
    app,
    ask,
    lines,
    clock,
    ids: async (query?: string) => (await ask(query)).data.map((wallet: Row) => wallet.id).join(' '),
  }
}

test("sends the visitor's query to the upstream listing, but nothing else about the visitor", async () => {
  const { ask, asked } = await serve(answerJson({ data: rows('u1'), count: 1 }), {}, '/v3?projectId=operator')
  const query =
    'page=2&entries=5&search=up&include=u1,u2&exclude=u9&chains=eip155:1,cosmos:cosmoshub-4&badge_type=certified' +
    '&names=Up,Down&rdns=io.up&platform=ios'
  await ask(`${query}&projectId=shop&st=appkit&sv=1&secret=x`)
  const url = new URL(asked[0] ?? '', 'http://x')
  expect(url.pathname).toBe('/v3/getWallets')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    ...Object.fromEntries(new URLSearchParams(query)),
    projectId: 'operator',
  })
})

test('returns the rows and the count of the upstream listing', async () => {
  const { ask } = await serve(answerJson({ data: rows('u1', 'u2'), count: 700 }))
  const { data, count } = await ask()
  expect(data).toEqual(rows('u1', 'u2'))
  expect(count).toBe(700)
})

test('drops null, empty, unknown and invalid fields of an upstream row', async () => {
  const { ask } = await serve(
    answerJson({
      data: [
        row('u1', {
          badge_type: 'none',
          homepage: 'http://plain.example',
          mobile_link: '',
          desktop_link: null,
          rdns: null,
          description: 'x'.repeat(301),
          injected: [{ namespace: 'eip155', injected_id: 'isUp' }, { injected_id: null }],
          chains: ['eip155:1', 'near:mainnet', 7],
          supports_wcpay: true,
          popularity: 1,
        }),
      ],
      count: 1,
    }),
  )
  expect((await ask()).data).toEqual([row('u1', { injected: [{ namespace: 'eip155', injected_id: 'isUp' }, {}] })])
})

test.each<[string, unknown]>([
  ['a string instead of an object', 'u2'],
  ['no id', { name: 'Up', chains: ['eip155:1'] }],
  ['a path as its id', row('../u2')],
  ['no name', row('u2', { name: ' ' })],
  ['a name of 65 characters', row('u2', { name: 'x'.repeat(65) })],
  ['a bidirectional override in its name', row('u2', { name: 'Up\u202eksamateM' })],
  ['only unknown chains', row('u2', { chains: ['near:mainnet'] })],
  ['a javascript: link', row('u2', { mobile_link: 'javascript:alert(1)' })],
  ['a file: link', row('u2', { desktop_link: 'file:///etc/passwd' })],
  ['a system link', row('u2', { desktop_link: 'ms-msdt:/id' })],
  ['a plain-http page', row('u2', { webapp_link: 'http://up.example' })],
])('drops a row with %s and logs only the number of dropped rows', async (_, bad) => {
  const { ask, lines } = await serve(answerJson({ data: [row('u1'), bad, row('u3')], count: 3 }))
  expect((await ask()).data.map(({ id }: Row) => id)).toEqual(['u1', 'u3'])
  expect(lines).toEqual(['{"event":"listing rows were dropped","count":1}'])
})

test.each<[string, Parameters<typeof startForeignServer>[0]]>([
  ['an error status', (_, response) => response.writeHead(500).end()],
  ['HTML', (_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>')],
  ['broken JSON', (_, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{')],
  ['JSON of another shape', answerJson({ listings: {} })],
  ['a count that is not a number', answerJson({ data: [], count: 'many' })],
  ['a body of 20 MB', answerEndlessly('application/json', 20_000_000)],
  [
    'a redirect to a private address',
    (_, response) => response.writeHead(302, { Location: 'http://169.254.169.254/' }).end(),
  ],
])('falls back to the shipped wallets if the listing answers with %s', async (_, answer) => {
  const { ask, lines } = await serve(answer)
  const { status, data, count } = await ask('search=alp')
  expect([status, data.map(({ id }: Row) => id), count]).toEqual([200, ['a1', 'c3'], 2])
  expect(lines).toEqual(['{"event":"listing request failed"}'])
})

test('waits four seconds for a silent upstream listing, then skips it for 30 seconds', async () => {
  const { ids, asked, clock } = await serve(answerAndStall('application/json'))
  const start = performance.now()
  expect(await ids()).toBe('a1 b2 c3')
  const waited = performance.now() - start
  // A busy machine adds some seconds, but the modal waits only ten.
  expect(waited).toBeLessThan(9_500)
  const again = performance.now()
  expect([await ids(), await ids('page=2&entries=2')]).toEqual(['a1 b2 c3', 'c3'])
  expect(performance.now() - again).toBeLessThan(waited)
  expect(asked).toHaveLength(1)
  clock.at += 30_001
  void ids()
  await expect.poll(() => asked.length).toBe(2)
})

test('after five minutes, serves a stale page of the upstream listing and reloads it in the background', async () => {
  let now = rows('old')
  const { ids, asked, clock } = await serve((request, response) =>
    answerJson({ data: now, count: 1 })(request, response),
  )
  expect([await ids(), await ids()]).toEqual(['old', 'old'])
  expect(asked).toHaveLength(1)
  now = rows('new')
  clock.at += 5 * 60_000
  expect(await ids()).toBe('old')
  await expect.poll(() => ids()).toBe('new')
  expect(asked).toHaveLength(2)
})

test('visitors with the same query share one request to the upstream listing', async () => {
  const { ids, asked } = await serve(answerJson({ data: rows('u1'), count: 1 }))
  await Promise.all([ids(), ids('page=1'), ids('entries=40&st=x')])
  expect(asked).toHaveLength(1)
})

test('prefers fields of the upstream listing and fills missing fields from the directory', async () => {
  const { ask } = await serve(
    answerJson({
      data: [row('a1', { chains: ['solana:x'] }), row('other', { rdns: 'EXAMPLE.alpha', image_id: 'theirs' })],
      count: 2,
    }),
  )
  const [byId, byRdns] = (await ask()).data
  expect(byId).toEqual({
    id: 'a1',
    name: 'Up a1',
    chains: ['solana:x', 'eip155:1'],
    rdns: 'example.alpha',
    image_id: 'a1',
    mobile_link: 'alpha://',
  })
  expect(byRdns).toMatchObject({ id: 'other', name: 'Up other', image_id: 'a1', mobile_link: 'alpha://' })
})

test("a project's include and exclude can name an upstream wallet by its id in the directory", async () => {
  const all = [row('u1'), row('u2', { rdns: 'example.alpha' })]
  const { ids, ask } = await serve(answerJson({ data: all, count: 2 }))
  expect(await ids('exclude=a1')).toBe('u1')
  expect(await ids('include=b2,u1')).toBe('b2 u1')
  expect((await ask('include=a1')).data).toEqual([expect.objectContaining({ id: 'a1', name: 'Up u2' })])
})

/**
 * Serves a project with the given wallet lists. The returned function reads the names of the wallets in the frame's
 * document.
 */
const serveProject = async (all: Row[], wallets: object) => {
  const { app } = await serve(paged(all), {}, '', [{ id: 'shop', name: 'Shop', allowedOrigins: [shopOrigin], wallets }])
  return async (): Promise<string[]> => {
    const html = await (await app(`${modalOrigin}/f/`)).text()
    return JSON.parse(/id="bootstrap">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}').wallets.map(({ name }: Row) => name)
  }
}

const foreign = 'c57c'.repeat(16)
test('finds a wallet with different ids in upstream listing and directory by either id', async () => {
  const all = [row('u1'), row(foreign, { name: 'Theirs', rdns: 'example.alpha' })]
  const { ids, ask } = await serve(answerJson({ data: all, count: 2 }))
  expect((await ask()).data[1]).toMatchObject({ id: foreign, other_id: 'a1' })
  for (const id of [foreign, 'a1']) {
    expect(await ids(`exclude=${id}`)).toBe('u1')
    expect((await ask(`include=${id}`)).data).toEqual([expect.objectContaining({ name: 'Theirs' })])
  }
  expect((await ask('include=a1')).data[0]).toMatchObject({ id: 'a1', other_id: foreign })
})

test.each(['a1', foreign])('features, includes or excludes a wallet that a project names by %s', async (id) => {
  const all = [row('u1'), row(foreign, { name: 'Theirs', rdns: 'example.alpha' })]
  await expect.poll(await serveProject(all, { featured: [id] })).toEqual(['Theirs', 'Up u1'])
  await expect.poll(await serveProject(all, { exclude: [id] })).toEqual(['Up u1'])
  await expect.poll(await serveProject(all, { include: [id] })).toEqual(['Theirs'])
})

test("over all pages, shows the operator's wallets first and each wallet once", async () => {
  const operatorWallets = ['o1', 'o2', 'o3'].map((id) => ({ id, name: `Own ${id}`, chains: ['eip155:1'] }))
  const all = [...rows('u1', 'u2'), row('o2'), ...rows('u3', 'u4', 'u5', 'u6')]
  const own = { operatorWallets, wallets: [...operatorWallets, ...testDirectory.wallets] }
  const { ids } = await serve(paged(all), own)
  for (const entries of [1, 2, 3, 4, 5, 20]) {
    let found = ''
    for (let page = 1; page <= 12 / entries + 1; page++) found += ` ${await ids(`entries=${entries}&page=${page}`)}`
    expect(found.split(' ').filter(Boolean).join(' '), String(entries)).toBe('o1 o2 o3 u1 u2 u3 u4 u5 u6')
  }
})

test("replaces an image URL on the upstream listing's host by an image id, and drops URLs of other hosts", async () => {
  const outside = await startForeignServer(answerJson({}))
  const all = [
    row('u1', { image_id: 'p1', image_url: 'https://tracker.example/a.png' }),
    row('u2', { image_url: `${outside.origin}/a.png` }),
  ]
  const { ask } = await serve(answerJson({ data: all, count: 2 }))
  expect((await ask()).data).toEqual([row('u1', { image_id: 'p1' }), row('u2')])
})

test('serves the modal without waiting for the upstream listing, and shows the listed wallets once they are loaded', async () => {
  const { app } = await serve(answerJson({ data: rows('u1', 'u2'), count: 700 }))
  const read = async () => {
    const html = await (await app(`${modalOrigin}/f/`)).text()
    const { wallets, walletCount } = JSON.parse(/id="bootstrap">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}')
    return [wallets.map(({ id }: Row) => id).join(' '), walletCount]
  }
  expect(await read()).toEqual(['a1 b2 c3', 3])
  await expect.poll(read).toEqual(['u1 u2', 700])
})
