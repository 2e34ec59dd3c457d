import { randomBytes } from 'node:crypto'
import type { Bootstrap, DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Directory } from '../../../directory/read.ts'
import { makeTestApp, modalOrigin, shopOrigin, testDirectory } from '../../../test/parts.ts'
import { createDirectoryListing } from '../../directory/listing.ts'

const ids = ['a1', 'b2', 'c3', 'd4', 'e5', 'f6']
const side = 256

const drawDisc = (hue: number): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg viewBox="0 0 9 9" width="${side}" height="${side}"><circle cx="5" cy="5" r="4" fill="hsl(${hue} 90% 50%)"/></svg>`,
    ),
  )
    .flatten({ background: 'white' })
    .png()
    .toBuffer()

/** Random pixels in `squares` rows of squares. No format compresses them well. */
const drawNoise = (squares: number): Promise<Buffer> =>
  sharp(randomBytes(squares * squares * 3), { raw: { width: squares, height: squares, channels: 3 } })
    .resize(side, side, { kernel: 'nearest' })
    .png()
    .toBuffer()

/** Serves the document of a project with six wallets, and returns their rows. */
const readWallets = async (images: Record<string, Buffer>, config: object = {}): Promise<DirectoryWallet[]> => {
  const directory: Directory = {
    ...testDirectory,
    wallets: ids.map((id) => ({ id, name: id, chains: [], image_id: id })),
    walletImage: (id) => images[id],
  }
  const project = { id: 'shop', name: 'Shop', allowedOrigins: [shopOrigin], wallets: { featured: ids.slice(0, 2) } }
  const app = await makeTestApp([{ ...project, ...config }], { directory, listing: createDirectoryListing(directory) })
  const html = await (await app(`${modalOrigin}/f/`, { headers: { Referer: shopOrigin } })).text()
  const block = /<script type="application\/json" id="bootstrap">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null'
  return (JSON.parse(block) as Bootstrap).wallets
}
const discs = Object.fromEntries(await Promise.all(ids.map(async (id, at) => [id, await drawDisc(at * 60)] as const)))
const inDocument = (wallets: DirectoryWallet[]) => wallets.filter(({ image_url }) => image_url).map(({ id }) => id)

test('the document has the icons of the first five wallets, at most 96 px wide and together at most 6 KB', async () => {
  const wallets = await readWallets(discs)
  expect(wallets.map(({ id }) => id)).toEqual(ids)
  expect(inDocument(wallets)).toEqual(ids.slice(0, 5))
  const urls = wallets.flatMap(({ image_url }) => image_url ?? [])
  expect(new Set(urls).size).toBe(5)
  expect(urls.join('').length).toBeLessThanOrEqual(6_144)
  for (const url of urls) {
    const [head, data = ''] = url.split(',')
    expect(head).toBe('data:image/webp;base64')
    const { format, width, height } = await sharp(Buffer.from(data, 'base64')).metadata()
    expect([format, width, height]).toEqual(['webp', 96, 96])
  }
})

test('the document leaves out an icon that is too large, and has the next ones', async () => {
  const wallets = await readWallets({ ...discs, b2: await drawNoise(96) })
  expect(inDocument(wallets)).toEqual(['a1', 'c3', 'd4', 'e5'])
  expect(wallets.map(({ image_id }) => image_id)).toEqual(ids)
})

test('the document leaves out icons together above 6 KB', async () => {
  const shades = await Promise.all(ids.map(async (id) => [id, await drawNoise(16)] as const))
  const wallets = await readWallets(Object.fromEntries(shades))
  const shown = inDocument(wallets)
  expect(shown.length).toBeGreaterThan(0)
  expect(shown.length).toBeLessThan(5)
  expect(wallets.flatMap(({ image_url }) => image_url ?? []).join('').length).toBeLessThanOrEqual(6_144)
})

test.each<[string, Record<string, Buffer>]>([
  ['whose file no decoder can read', { ...discs, a1: Buffer.from('alpha') }],
  ['that the directory lacks', Object.fromEntries(Object.entries(discs).slice(1))],
])('the document leaves out an icon %s', async (_, images) => {
  expect(inDocument(await readWallets(images))).toEqual(ids.slice(1, 5))
})

test('the document leaves out the icon of another host that the project set for its own wallet', async () => {
  const custom = [{ id: 'a1', name: 'Own', imageUrl: 'https://images.example/a1.png' }]
  const wallets = await readWallets(discs, { wallets: { featured: ids.slice(0, 2), custom } })
  expect(inDocument(wallets)).not.toContain('a1')
})
