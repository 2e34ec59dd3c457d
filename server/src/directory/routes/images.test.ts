import sharp from 'sharp'
import { expect, test } from 'vitest'
import { answerImage, answerJson, startForeignServer } from '../../../test/foreignServer.ts'
import { makeTestApp, modalOrigin, shopOrigin, silentLog, testDirectory } from '../../../test/parts.ts'
import { createUpstreamListing } from '../listing.ts'
import { createUpstreamApi } from '../upstream.ts'

const app = await makeTestApp()

test.each([
  ['/getWalletImage/a1', 'image/webp', 'alpha'],
  ['/getWalletImage/b2', 'image/svg+xml', '>B<'],
  ['/public/getAssetImage/ethereum', 'image/webp', 'ether'],
  ['/public/getAssetImage/eip155-10', 'image/svg+xml', '>O<'],
  ['/public/getCurrencyImage/usd', 'image/svg+xml', '>U<'],
  ['/public/getTokenImage/WETH', 'image/svg+xml', '>W<'],
])('serves the image %s with the content type %s', async (path, type, part) => {
  const response = await app(`${modalOrigin}${path}`, { headers: { Origin: shopOrigin } })
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, type])
  expect(response.headers.get('Vary')).toBe('Origin, Accept-Encoding')
  expect(await response.text()).toContain(part)
})

test.each([
  '/getWalletImage/zz',
  '/getWalletImage/..%2f..%2fwallets.json',
  '/public/getAssetImage/nowhere',
  '/public/getCurrencyImage/dollars',
  '/public/getTokenImage/%3Cscript%3E',
])('answers 404 for the image %s', async (path) => {
  expect((await app(`${modalOrigin}${path}`)).status).toBe(404)
})

test('rejects the image request of a foreign origin', async () => {
  expect((await app(`${modalOrigin}/getWalletImage/a1`, { headers: { Origin: 'https://evil.example' } })).status).toBe(
    403,
  )
})

const png = await sharp({ create: { width: 300, height: 300, channels: 3, background: 'red' } })
  .png()
  .toBuffer()
const project = { id: 'shop', name: 'Shop', allowedOrigins: [shopOrigin] }
const readCustom = async (app: Awaited<ReturnType<typeof makeTestApp>>, id = 'shop') => {
  const html = await (await app(`${modalOrigin}/f/${id}/`)).text()
  return JSON.parse(/id="bootstrap">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}').options.customWallets
}

test('serves the image of a custom wallet under a URL that changes with the image', async () => {
  const outside = await startForeignServer(answerImage('image/png', png))
  const wallets = (path: string) => ({
    custom: [
      { id: 'our wallet/1', name: 'Own', imageUrl: `${outside.origin}${path}` },
      { id: 'data', name: 'Data', imageUrl: 'data:image/png;base64,AA==' },
      { id: 'none', name: 'None' },
    ],
  })
  const one = await makeTestApp([{ ...project, wallets: wallets('/a.png?key=1') }])
  const other = await makeTestApp([{ ...project, wallets: wallets('/b.png') }])
  const [own, data, none] = await readCustom(one)
  expect(own.imageUrl).toMatch(/^\/getWalletImage\/our%20wallet%2F1\?projectId=shop&v=[0-9a-f]{8}$/)
  expect([data.imageUrl, none.imageUrl]).toEqual(['data:image/png;base64,AA==', undefined])
  expect((await readCustom(other))[0].imageUrl).not.toBe(own.imageUrl)

  const response = await one(`${modalOrigin}${own.imageUrl}`)
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/webp'])
  expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ width: 128, height: 128 })
  expect(outside.asked).toEqual(['/a.png?key=1'])
})

test('serves the icons that a project sets for wallets and networks', async () => {
  const outside = await startForeignServer(answerImage('image/png', png))
  const app = await makeTestApp([
    {
      ...project,
      chainImages: { 'eip155:1': `${outside.origin}/chain.png` },
      wallets: { connectorImages: { walletConnect: 'data:image/png;base64,AA==', a1: `${outside.origin}/wallet.png` } },
    },
  ])
  const html = await (await app(`${modalOrigin}/f/shop/`)).text()
  const { options } = JSON.parse(/id="bootstrap">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}')
  expect(options.connectorImages.walletConnect).toBe('data:image/png;base64,AA==')
  for (const path of [options.chainImages['eip155:1'], options.connectorImages.a1]) {
    const response = await app(`${modalOrigin}${path}`)
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/webp'])
  }
  expect(outside.asked).toEqual(['/chain.png', '/wallet.png'])
})

test('serves the image of a custom wallet only in its own project', async () => {
  const outside = await startForeignServer(answerImage('image/png', png))
  const custom = [{ id: 'own', name: 'Own', imageUrl: `${outside.origin}/a.png` }]
  const two = await makeTestApp([
    { ...project, wallets: { custom } },
    { ...project, id: 'club', name: 'Club' },
  ])
  expect((await two(`${modalOrigin}/getWalletImage/own?projectId=shop`)).status).toBe(200)
  expect((await two(`${modalOrigin}/getWalletImage/own?projectId=club`)).status).toBe(404)
  expect((await two(`${modalOrigin}/getWalletImage/own`)).status).toBe(404)
})

test('serves images of the directory to requests without a project id', async () => {
  const two = await makeTestApp([project, { ...project, id: 'club', name: 'Club', networks: ['eip155:10'] }])
  const get = async (path: string, headers: HeadersInit = {}) =>
    (await two(`${modalOrigin}${path}`, { headers })).status
  expect(await get('/getWalletImage/a1')).toBe(200)
  expect(await get('/public/getAssetImage/eip155-10')).toBe(200)
  expect(await get('/getWalletImage/a1?projectId=nope')).toBe(401)
  expect(await get('/getWalletImage/a1', { Origin: 'https://evil.example' })).toBe(403)
})

test("if the image can't be loaded, serves a letter icon that browsers cache for a minute", async () => {
  const outside = await startForeignServer(answerImage('text/html', '<script>alert(1)</script>'))
  const wallets = { custom: [{ id: 'own', name: 'Own', imageUrl: `${outside.origin}/a.png` }] }
  const own = await makeTestApp([{ ...project, wallets }])
  const response = await own(`${modalOrigin}/getWalletImage/own`)
  expect([response.status, response.headers.get('Content-Type'), response.headers.get('Cache-Control')]).toEqual([
    200,
    'image/svg+xml',
    'public, max-age=60',
  ])
  expect(await response.text()).toContain('>O<')
})

test("prefers a wallet's image of the operator over the shipped image", async () => {
  const outside = await startForeignServer(answerImage('image/png', png))
  const operatorIconUrl = (id: string) => (id === 'a1' ? `${outside.origin}/a.png` : undefined)
  const own = await makeTestApp(undefined, { directory: { ...testDirectory, operatorIconUrl } })
  const response = await own(`${modalOrigin}/getWalletImage/a1`)
  expect((await sharp(await response.arrayBuffer()).metadata()).width).toBe(128)
})

test('redraws the image of an upstream wallet', async () => {
  const outside = await startForeignServer((request, response) => {
    if (request.url?.startsWith('/getWallets'))
      answerJson({ data: [{ id: 'u1', name: 'Up', chains: ['eip155:1'], image_id: 'p1' }], count: 1 })(
        request,
        response,
      )
    else if (request.url === '/getWalletImage/p1') answerImage('image/png', png)(request, response)
    else response.writeHead(404).end()
  })
  const now = () => 0
  const listing = createUpstreamListing(testDirectory, createUpstreamApi(outside.origin, silentLog, now), now)
  const up = await makeTestApp(undefined, { listing })
  const get = async (id: string) => {
    const response = await up(`${modalOrigin}/getWalletImage/${id}`)
    return [response.status, response.headers.get('Content-Type')]
  }
  // A browser may send an image id from yesterday's list, which this server has not yet loaded.
  expect(await get('p1')).toEqual([200, 'image/webp'])
  expect(await get('nobody')).toEqual([404, 'application/json; charset=utf-8'])
  await up(`${modalOrigin}/getWallets`)
  expect(await get('p1')).toEqual([200, 'image/webp'])
  expect(await get('a1')).toEqual([200, 'image/webp'])
  expect(outside.asked.filter((path) => path.includes('Image'))).toEqual([
    '/getWalletImage/p1',
    '/getWalletImage/nobody',
  ])
})
