import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { answerAndStall, answerEndlessly, answerImage, startForeignServer } from '../../../test/foreignServer.ts'
import { makeTestFolder, makeTestIcons } from '../../../test/parts.ts'

const red = { create: { width: 600, height: 300, channels: 4, background: 'red' } } as const
const png = await sharp(red).png().toBuffer()
const svg = (inside: string, attributes = 'width="64" height="64"') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`,
  )

/** Makes a PNG whose header claims the given size, but which contains no pixels. */
const pngOfSize = (width: number, height: number): Buffer => {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc(body))
    return Buffer.concat([length, body, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
const crc = (bytes: Buffer): number => {
  let value = 0xffffffff
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  }
  return ~value >>> 0
}

const serve = async (...answer: Parameters<typeof startForeignServer>) => {
  const outside = await startForeignServer(...answer)
  const folder = await makeTestFolder()
  return {
    outside,
    folder,
    icons: makeTestIcons(folder),
    get: () => makeTestIcons(folder).get(`${outside.origin}/logo`),
  }
}

test.each([
  ['a large PNG', 'image/png', png],
  ['a JPEG', 'image/jpeg', await sharp(red).flatten().jpeg().toBuffer()],
  ['a webp', 'image/webp', await sharp(red).webp().toBuffer()],
  ['a GIF', 'image/gif', await sharp(red).gif().toBuffer()],
  ['a small SVG', 'image/svg+xml', svg('<rect width="8" height="8" fill="red"/>', 'width="8" height="8"')],
])('redraws an image of another host as a webp of 128 px: %s', async (_, type, bytes) => {
  const { get } = await serve(answerImage(type, bytes))
  const { format, width, height } = await sharp(await get()).metadata()
  expect([format, width, height]).toEqual(['webp', 128, 128])
})

test("detects an image's format from its bytes, not from the content type", async () => {
  const { get } = await serve(answerImage('image/gif', png))
  expect(await get()).toBeDefined()
})

test.each([
  ['a PNG of 50,000 × 50,000 pixels', answerImage('image/png', pngOfSize(50_000, 50_000))],
  ['an SVG of 50,000 × 50,000 pixels', answerImage('image/svg+xml', svg('<rect/>', 'width="50000" height="50000"'))],
  [
    'an SVG with entities',
    answerImage('image/svg+xml', `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(99)}">]>${svg('<text>&a;</text>')}`),
  ],
  ['an SVG in UTF-16', answerImage('image/svg+xml', Buffer.from(`\uFEFF${svg('')}`, 'utf16le'))],
  [
    'an SVG that takes a minute to render',
    answerImage(
      'image/svg+xml',
      svg(`<filter id="f">${'<feTurbulence numOctaves="50"/>'.repeat(400)}</filter><rect filter="url(#f)"/>`),
    ),
  ],
  ['a body of 20 MB without a length', answerEndlessly('image/png', 20_000_000)],
  ['a content type that is not an image', answerImage('text/html', png)],
  ['HTML with an image content type', answerImage('image/png', '<html><script>alert(1)</script></html>')],
  ['an unsupported format', answerImage('image/tiff', await sharp(red).tiff().toBuffer())],
  ['a truncated PNG', answerImage('image/png', png.subarray(0, png.length / 2))],
  ['an empty body', answerImage('image/png', '')],
])('rejects the image and stores nothing: %s', async (_, answer) => {
  const { get, folder } = await serve(answer)
  expect(await get()).toBeUndefined()
  expect(await readdir(folder)).toEqual([])
})

test('gives up within seconds on an image whose body stalls', async () => {
  const { get } = await serve(answerAndStall('image/png'))
  const start = performance.now()
  expect(await get()).toBeUndefined()
  expect(performance.now() - start).toBeLessThan(15_000)
})

test('redraws an SVG without its scripts and references and fetches none of them', async () => {
  const other = await startForeignServer(answerImage('image/png', png))
  const hostile = svg(
    `<script>fetch('${other.origin}/script')</script><image href="${other.origin}/image" width="64" height="64"/>` +
      `<image xlink:href="file:///etc/hostname" width="9" height="9"/><style>@import url(${other.origin}/style);</style>` +
      `<use href="${other.origin}/use#a"/><foreignObject><iframe src="${other.origin}/frame"/></foreignObject>` +
      '<rect width="64" height="64" fill="#00f" onload="alert(1)"/>',
  )
  const { get } = await serve(answerImage('image/svg+xml', hostile))
  const drawn = await get()
  expect(drawn?.toString('latin1')).not.toMatch(/script|svg|href|alert/)
  const [pixel] = [
    await sharp(drawn).extract({ left: 64, top: 64, width: 1, height: 1 }).removeAlpha().raw().toBuffer(),
  ]
  expect([...(pixel ?? [])].map((part) => Math.round(part / 64))).toEqual([0, 0, 4])
  expect(other.asked).toEqual([])
})

test('a redrawn image has no metadata', async () => {
  const bytes = await sharp(red)
    .withExif({ IFD0: { Artist: 'somebody' } })
    .jpeg()
    .toBuffer()
  expect(bytes.toString('latin1')).toContain('somebody')
  const { get } = await serve(answerImage('image/jpeg', bytes))
  expect((await get())?.toString('latin1')).not.toContain('somebody')
})

test('fetches an image once for parallel requests and for later starts of the server', async () => {
  const { outside, icons, get } = await serve(answerImage('image/png', png))
  const address = `${outside.origin}/logo`
  const [one, other] = await Promise.all([icons.get(address), icons.get(address)])
  expect(one).toBe(other)
  expect(await get()).toEqual(one)
  expect(outside.asked).toEqual(['/logo'])
})

test('after a failed fetch, does not fetch an image again within the pause', async () => {
  const { outside, icons } = await serve(answerImage('text/html', ''))
  for (const _ of [1, 2, 3]) expect(await icons.get(`${outside.origin}/logo`)).toBeUndefined()
  expect(outside.asked).toHaveLength(1)
})

test('redraws an image from a data URL', async () => {
  const icons = makeTestIcons(await makeTestFolder())
  const drawn = await icons.get(`data:image/png;base64,${png.toString('base64')}`)
  expect((await sharp(drawn).metadata()).format).toBe('webp')
})

test('serves an image even if the image folder is not writable', async () => {
  const { outside, folder } = await serve(answerImage('image/png', png))
  await writeFile(join(folder, 'pictures'), 'a file')
  expect(await makeTestIcons(folder).get(`${outside.origin}/logo`)).toBeDefined()
})

test("the file of an image is named by the hash of the image's URL", async () => {
  const { get, folder } = await serve(answerImage('image/png', png))
  await get()
  expect((await readdir(join(folder, 'pictures'))).join()).toMatch(/^[0-9a-f]{64}\.webp$/)
})
