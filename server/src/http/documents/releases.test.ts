import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loaderFileNames } from '@appkit-frame/loader/protocol/origins/fillOrigins.ts'
import { expect, test, vi } from 'vitest'
import {
  makeTestBuilds,
  makeTestFolder,
  makeTestParts,
  modalOrigin,
  walletOrigin,
  writeFilesInto,
} from '../../../test/parts.ts'
import { createApp } from '../app.ts'
import { readBuilds } from './builds.ts'
import { publishRelease } from './publishRelease.ts'
import { createReleases, sha256Of } from './releases.ts'

const version = '2.0.0'
/** Files that only the newer build has. */
const newFiles = {
  'loader/package.json': `{ "version": "${version}" }`,
  'frame-app/dist/assets/main-new456.js': 'console.log("new frame")',
  'secure-wallet/dist/assets/main-new789.js': 'console.log("new wallet")',
}
const newPaths = [
  `${modalOrigin}/assets/main-new456.js`,
  `${walletOrigin}/assets/main-new789.js`,
  `${modalOrigin}/v/${version}/loader.js`,
  `${modalOrigin}/v/${version}/bridge.js`,
]

/** A process of the build before, with a folder of releases, and the deploy of a newer build. */
const setUp = async ({ signer }: { signer?: KeyObject } = {}) => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const folder = { path: await makeTestFolder(), publicKey }
  const parts = await makeTestParts()
  const time = { now: 0 }
  const logged: unknown[] = []
  const log = { write: (event: string, fields?: object) => void logged.push([event, fields]), flush: () => undefined }
  const origins = { frameOrigin: modalOrigin, secureOrigin: walletOrigin }
  const releases = createReleases(folder, parts.settings, log, () => time.now)
  const app = createApp({ ...parts, releases })
  const publish = async (
    changes: Record<string, string> = newFiles,
    from: Partial<typeof origins> = {},
    dataDir?: string,
  ) => {
    const builds = await readBuilds(await makeTestBuilds(changes), {
      ...parts.settings,
      ...from,
      dataDir: dataDir ?? (await makeTestFolder()),
    })
    const key = signer ? { ...folder, publicKey: signer } : folder
    return publishRelease(key, privateKey, { ...origins, ...from }, builds)
  }
  /** Requests each new file a second later than the last time, so that the process reads the folder again. */
  const statuses = async () => {
    time.now += 1_000
    return Promise.all(newPaths.map(async (url) => (await app.request(url)).status))
  }
  return { app, folder, parts, publish, statuses, time, logged }
}
const [found, missing] = [newPaths.map(() => 200), newPaths.map(() => 404)]

test('a running process serves the files of a newer build as soon as the deploy has published it', async () => {
  const { app, publish, statuses } = await setUp()
  expect(await statuses()).toEqual(missing)
  await publish()
  expect(await statuses()).toEqual(found)
  const asset = await app.request(newPaths[0] as string)
  expect(await asset.text()).toBe(newFiles['frame-app/dist/assets/main-new456.js'])
  expect(asset.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  expect(asset.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
  const own = await app.request(`${modalOrigin}/assets/main-abc123.js`)
  expect([...asset.headers.keys()]).toEqual([...own.headers.keys()].filter((name) => name !== 'content-encoding'))
})

test('serves a file of a release only on the origin of its document', async () => {
  const { app, publish } = await setUp()
  await publish()
  expect((await app.request(`${walletOrigin}/assets/main-new456.js`)).status).toBe(404)
  expect((await app.request(`${modalOrigin}/assets/main-new789.js`)).status).toBe(404)
  expect((await app.request(`${walletOrigin}/v/${version}/loader.js`)).status).toBe(404)
})

test('publishing a build again changes nothing, and a second build adds only its own files', async () => {
  const { folder, publish } = await setUp()
  const first = await publish()
  expect(await publish()).toEqual({ id: first.id, added: 0 })
  const second = await publish({ ...newFiles, 'frame-app/dist/assets/other-1.js': 'other()' })
  expect(second).toEqual({ id: expect.not.stringContaining(first.id), added: 1 })
  expect((await readdir(folder.path)).toSorted()).toEqual([`${first.id}.jws`, `${second.id}.jws`, 'files'].toSorted())
})

test('refuses to publish a build that changes a published file', async () => {
  const { publish } = await setUp()
  await publish()
  const changed = publish({ ...newFiles, 'loader/dist/siwx.js': 'changed()' })
  await expect(changed).rejects.toThrow(`/frame/v/${version}/`)
  await expect(changed).rejects.toThrow('raise the version in loader/package.json')
})

test('refuses to publish with a key that the processes do not trust', async () => {
  const { publish, folder } = await setUp({ signer: generateKeyPairSync('ed25519').publicKey })
  await expect(publish()).rejects.toThrow('signature')
  expect((await readdir(folder.path)).filter((name) => name.endsWith('.jws'))).toEqual([])
})

test.each<[string, (text: string) => string]>([
  ['has no signature', (text) => `${text.slice(0, text.lastIndexOf('.'))}.`],
  [
    'names another hash than the signed one',
    (text) => {
      const [header, payload = '', signature] = text.split('.')
      const manifest = JSON.parse(Buffer.from(payload, 'base64url').toString())
      const files = Object.fromEntries(Object.keys(manifest.files).map((path) => [path, sha256Of(Buffer.from('evil'))]))
      return [header, Buffer.from(JSON.stringify({ ...manifest, files })).toString('base64url'), signature].join('.')
    },
  ],
  ['is no signed list', () => '{"files":{}}'],
  [
    'claims to need no signature',
    (text) => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${text.split('.')[1]}.`,
  ],
])('serves no file of a release that %s, and says so in the log', async (_, change) => {
  const { folder, publish, statuses, logged } = await setUp()
  const { id } = await publish()
  const path = join(folder.path, `${id}.jws`)
  await writeFile(path, change(await readFile(path, 'utf8')))
  expect(await statuses()).toEqual(missing)
  expect(logged).toEqual([['release refused', { release: `${id}.jws`, reason: 'signature' }]])
  expect(await statuses()).toEqual(missing)
  expect(logged).toHaveLength(1)
})

test('serves no file that was changed after the release was published', async () => {
  const { folder, publish, statuses, logged } = await setUp()
  await publish()
  const hash = sha256Of(Buffer.from(newFiles['secure-wallet/dist/assets/main-new789.js']))
  await writeFile(join(folder.path, 'files', hash), 'steal()')
  expect(await statuses()).toEqual([200, 404, 200, 200])
  expect(logged).toEqual([['release file refused', { reason: 'changed' }]])
})

test('serves no file of a release for other origins, whose loader would load the frame from there', async () => {
  const { publish, statuses, logged } = await setUp()
  const { id } = await publish(newFiles, { frameOrigin: 'https://staging.example' })
  expect(await statuses()).toEqual(missing)
  expect(logged).toEqual([['release refused', { release: `${id}.jws`, reason: 'other origins' }]])
})

test('requests for unknown files read the folder at most once a second', async () => {
  const { app, publish, time } = await setUp()
  const url = newPaths[0] as string
  time.now = 1_000
  expect((await app.request(url)).status).toBe(404)
  await publish()
  time.now = 1_999
  expect((await app.request(url)).status).toBe(404)
  time.now = 2_000
  expect((await app.request(url)).status).toBe(200)
})

test('answers 404 and logs why if the folder is unreadable', async () => {
  const { folder, statuses, logged } = await setUp()
  folder.path = '/nowhere'
  expect(await statuses()).toEqual(missing)
  expect(logged).toEqual([['releases unreadable', { code: 'ENOENT' }]])
})

test('stops serving the files of a build after the operator has deleted its list', async () => {
  const { folder, publish, statuses } = await setUp()
  const { id } = await publish()
  expect(await statuses()).toEqual(found)
  await rm(join(folder.path, `${id}.jws`))
  // The first request after a second starts to read the folder, and does not wait for it.
  await vi.waitFor(async () => expect(await statuses()).toEqual(missing))
})

test('signs no loader version that lies in the data folder, where the processes can write', async () => {
  const { app, folder, publish, parts, time } = await setUp()
  const planted = join(parts.settings.dataDir, 'versions/9.9.9')
  const names = loaderFileNames
  await writeFilesInto(planted, Object.fromEntries(names.map((name) => [name, 'steal()'])))
  const { id } = await publish(newFiles, {}, parts.settings.dataDir)
  time.now += 1_000
  expect((await app.request(`${modalOrigin}/v/9.9.9/loader.js`)).status).toBe(404)
  const [, payload = ''] = (await readFile(join(folder.path, `${id}.jws`), 'utf8')).split('.')
  expect(Buffer.from(payload, 'base64url').toString()).not.toContain('9.9.9')
})

test('publishes only a released version, because processes of other builds need its loader', async () => {
  const { publish } = await setUp()
  const beta = { ...newFiles, 'loader/package.json': '{ "version": "2.0.0-beta.1" }' }
  await expect(publish(beta)).rejects.toThrow('set NODE_ENV=production')
})

test('publishing again mends a file that an interrupted deploy has damaged', async () => {
  const { folder, publish, statuses } = await setUp()
  await publish()
  const path = join(folder.path, 'files', sha256Of(Buffer.from(newFiles['frame-app/dist/assets/main-new456.js'])))
  await writeFile(path, '')
  expect(await publish()).toMatchObject({ added: 1 })
  expect(await statuses()).toEqual(found)
})
