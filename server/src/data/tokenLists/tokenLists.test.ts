import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import { answerEndlessly, answerImage, startForeignServer } from '../../../test/foreignServer.ts'
import { makeTestFolder, modalOrigin, walletOrigin } from '../../../test/parts.ts'
import { makeWalletServer } from '../../../test/walletServer.ts'
import type { Database } from '../../database/open.ts'

let database: Database
beforeAll(async () => {
  database = (await openTestDatabase()).database
})

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const bean = '0x2222222222222222222222222222222222222222'
const list = (...tokens: object[]): string =>
  JSON.stringify({
    name: 'Beans',
    timestamp: '2026-01-01T00:00:00Z',
    version: { major: 1, minor: 0, patch: 0 },
    tokens,
  })
const beans = { chainId: 1, address: bean, name: 'Bean', symbol: 'BEAN', decimals: 18 }

const ask = async (tokenLists: string[] | undefined, chainId = 'eip155:1', projectId = 'shop') => {
  const networks = ['eip155:1', 'eip155:8453', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']
  const shop = { id: 'shop', name: 'Shop', allowedOrigins: ['https://shop.example'], networks }
  const projects = [{ ...shop, ...(tokenLists && { tokenLists }) }]
  const client = await (await makeWalletServer(async () => database, { projects })).makeClient()
  return client.call('GET', `tokens?chainId=${encodeURIComponent(chainId)}`, { change: { claims: { projectId } } })
}
const writeList = async (text: string): Promise<string> => {
  const file = join(await makeTestFolder(), 'tokens.json')
  await writeFile(file, text)
  return file
}
const symbolsOf = ({ body }: { body: unknown }) =>
  (body as { tokens: { symbol: string }[] }).tokens.map((t) => t.symbol)

test('names the shipped tokens of the asked network, in the format of a token list', async () => {
  const { body } = await ask(undefined)
  expect(body).toMatchObject({ name: 'Shop', version: { major: 1 }, timestamp: expect.stringMatching(/^\d{4}-/) })
  expect((body as { tokens: object[] }).tokens).toContainEqual({
    chainId: 1,
    address: usdc,
    name: 'USD Coin',
    symbol: 'USDC',
    decimals: 6,
  })
  expect(symbolsOf(await ask(undefined, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'))).toContain('USDC')
})

test("lets an operator's list name other tokens, and decide the name of a token that both lists have", async () => {
  const own = await writeList(list(beans, { ...beans, address: usdc, symbol: 'MINE', decimals: 6 }))
  const symbols = symbolsOf(await ask([own, 'shipped']))
  expect(symbols.slice(0, 2)).toEqual(['BEAN', 'MINE'])
  expect(symbols).toContain('WETH')
  expect(symbols).not.toContain('USDC')
  expect(symbolsOf(await ask([own], 'eip155:8453'))).toEqual([])
})

test('fetches a list behind a URL, and does without it while the URL fails', async () => {
  let status = 503
  const server = await startForeignServer((_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(list(beans))
  })
  const url = `${server.origin}/tokens.json`
  expect(symbolsOf(await ask([url]))).toEqual([])
  status = 200
  expect(symbolsOf(await ask([url]))).toEqual(['BEAN'])
})

test.each([
  ['no JSON', '{', 'is not JSON'],
  ['a wrong checksum', list({ ...beans, address: usdc.replace('A0b8', 'a0B8') }), 'tokens[0] has an address'],
  ['no symbol', list(beans, { ...beans, symbol: '' }), 'tokens[1].symbol must not be empty'],
  ['a symbol of hidden characters', list({ ...beans, symbol: '\u200b\u202e' }), 'tokens[0].symbol must not be empty'],
  ['a long name', list({ ...beans, name: 'n'.repeat(61) }), 'tokens[0].name must be at most 60'],
])("stops the start of the server for an operator's list with %s", async (_what, text, message) => {
  const file = await writeList(text)
  await expect(ask([file])).rejects.toThrow(message)
})

test('names no token of a network that the project does not have', async () => {
  expect((await ask(undefined, 'eip155:10')).body).toEqual({ code: 'CHAIN_NOT_SUPPORTED' })
  expect((await ask(undefined, 'eip155:1', 'nobody')).body).toEqual({ code: 'INVALID_PROJECT_ID' })
})

/** Serves a list with one token, and the icon of that token. */
const startIconServer = async (answerIcon: Parameters<typeof startForeignServer>[0], icon = '/bean') => {
  const outside = await startForeignServer((request, response) => {
    const logoURI = icon.startsWith('/') ? outside.origin + icon : icon
    if (request.url === '/bean') answerIcon(request, response)
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end(list({ ...beans, logoURI }))
  })
  const projects = [
    {
      ...{ id: 'shop', name: 'Shop', allowedOrigins: ['https://shop.example'], networks: ['eip155:1'] },
      tokenLists: [`${outside.origin}/tokens.json`],
    },
  ]
  const open = () => makeWalletServer(async () => database, { projects })
  const server = await open()
  const { body } = await (await server.makeClient()).call('GET', 'tokens?chainId=eip155%3A1')
  const [token] = (body as { tokens: { symbol: string; logoURI?: string }[] }).tokens
  return { outside, server, open, token }
}

test('serves the icon of a listed token redrawn on the wallet host, and names no other host to the frame', async () => {
  const png = await sharp({ create: { width: 600, height: 600, channels: 4, background: 'red' } })
    .png()
    .toBuffer()
  const { outside, server, open, token } = await startIconServer(answerImage('image/png', png))
  expect(token).toMatchObject({ symbol: 'BEAN', logoURI: expect.stringMatching(/^\/logos\/[0-9a-f]{32}$/) })
  expect(outside.asked).not.toContain('/bean')
  // The second server has not read the list yet.
  for (const { app } of [server, await open()]) {
    const answer = await app.request(walletOrigin + token?.logoURI)
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/webp'])
    const { format, width } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([format, width]).toEqual(['webp', 128])
  }
  expect((await server.app.request(modalOrigin + token?.logoURI)).status).toBe(404)
})

test('redraws an icon that is a document with a script, so that only its picture reaches the wallet', async () => {
  const hostile =
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" onload="alert(1)"><script>alert(1)</script><rect width="64" height="64"/></svg>'
  const { server, token } = await startIconServer(answerImage('image/svg+xml', hostile))
  const answer = await server.app.request(walletOrigin + token?.logoURI)
  expect(answer.headers.get('Content-Type')).toBe('image/webp')
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.subarray(8, 12).toString()).toBe('WEBP')
  expect(bytes.toString('latin1')).not.toContain('alert')
})

test.each<[string, Parameters<typeof startForeignServer>[0]]>([
  ['is missing', (_, response) => response.writeHead(404).end()],
  ['never ends', answerEndlessly('image/png', 16 * 1_024 * 1_024)],
  [
    'has too many pixels',
    answerImage('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="99999" height="99999"/>'),
  ],
  ['is a page', answerImage('text/html', '<script>alert(1)</script>')],
])('answers 404 for an icon of a listed token that %s', async (_what, answerIcon) => {
  const { server, token } = await startIconServer(answerIcon)
  expect((await server.app.request(walletOrigin + token?.logoURI)).status).toBe(404)
})

test.each([
  ['http://tokens.example/bean.png'],
  ['https://127.0.0.1/bean.png'],
  ['https://localhost/bean.png'],
  ['ipfs://bean'],
  ['data:image/svg+xml,%3Csvg/%3E'],
  ['javascript:alert(1)'],
  [`https://tokens.example/${'a'.repeat(2_048)}`],
])('keeps a token but not its icon at %s', async (icon) => {
  const { token } = await startIconServer(answerImage('image/png', ''), icon)
  expect(token).toEqual(beans)
})
