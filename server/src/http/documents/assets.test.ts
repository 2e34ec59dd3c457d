import { createHash } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  makeTestApp,
  makeTestBuilds,
  makeTestFolder,
  modalOrigin,
  walletOrigin,
  writeFilesInto,
} from '../../../test/parts.ts'
import { readAssets, removeOldCompressedCopies } from './assets.ts'

const app = await makeTestApp()
const script = `${modalOrigin}/assets/main-abc123.js`

test.each([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['identity', null],
])('serves a script for Accept-Encoding %s in that encoding', async (accepted, encoding) => {
  const response = await app(script, { headers: { 'Accept-Encoding': accepted } })
  expect(response.headers.get('Content-Encoding')).toBe(encoding)
  expect(response.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
  expect(response.headers.get('Vary')).toBe('Accept-Encoding')
})

test('answers HEAD for an asset with the headers of GET', async () => {
  const response = await app(script, { method: 'HEAD' })
  expect([response.status, await response.text()]).toEqual([200, ''])
})

test("answers an asset's known ETag with 304", async () => {
  const etag = (await app(script)).headers.get('ETag') ?? ''
  const response = await app(script, { headers: { 'If-None-Match': etag } })
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([304, 'public, max-age=31536000, immutable'])
})

test.each([
  `${modalOrigin}/assets/..%2f..%2fpackage.json`,
  `${modalOrigin}/assets/%2e%2e/template.html`,
  `${modalOrigin}/assets/`,
  `${modalOrigin}/assets/toString`,
  `${walletOrigin}/assets/main-abc123.js`,
])('answers 404 for the asset %s', async (address) => {
  expect((await app(address)).status).toBe(404)
})

test('stores the compressed bytes of assets, and the next server start reuses them', async () => {
  const folder = join(await makeTestBuilds(), 'frame-app/dist/assets')
  const cache = await makeTestFolder()
  const first = await readAssets(folder, cache)
  expect((await readdir(cache)).map((name) => name.slice(-3)).toSorted()).toEqual(['.br', '.gz'])
  expect(await readAssets(folder, cache)).toEqual(first)
})

test('serves no compressed copy that somebody changed', async () => {
  const folder = join(await makeTestBuilds(), 'secure-wallet/dist/assets')
  const cache = await makeTestFolder()
  const first = await readAssets(folder, cache)
  for (const name of await readdir(cache))
    await writeFile(join(cache, name), (name.endsWith('.br') ? brotliCompressSync : gzipSync)('steal()'))
  expect(await readAssets(folder, cache)).toEqual(first)
})

test('leaves no draft of compressed bytes that it can not store', async () => {
  const [folder, cacheFolder] = [await makeTestFolder(), await makeTestFolder()]
  const content = 'frame '.repeat(200)
  await writeFilesInto(folder, { 'main.js': content })
  const taken = `${createHash('sha256').update(content).digest('hex')}.gz`
  await mkdir(join(cacheFolder, taken))
  await readAssets(folder, cacheFolder)
  expect((await readdir(cacheFolder)).filter((name) => name.startsWith(`${taken}.`))).toEqual([])
})

test('removes compressed copies of assets that no server start has used for a month', async () => {
  const folder = join(await makeTestBuilds(), 'frame-app/dist/assets')
  const cache = await makeTestFolder()
  await readAssets(folder, cache)
  const day = 24 * 3_600_000
  await removeOldCompressedCopies(cache, () => Date.now() + 29 * day)
  expect((await readdir(cache)).length).toBe(2)
  await removeOldCompressedCopies(cache, () => Date.now() + 31 * day)
  expect(await readdir(cache)).toEqual([])
})

test('serves assets even if the disk is read-only', async () => {
  const folder = join(await makeTestBuilds(), 'frame-app/dist/assets')
  expect((await readAssets(folder, '/dev/null/cache')).size).toBe(2)
})
