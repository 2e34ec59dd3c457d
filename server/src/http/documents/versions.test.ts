import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeTestBuilds, makeTestFolder, modalOrigin, walletOrigin, writeFilesInto } from '../../../test/parts.ts'
import { prepareLoader } from './versions.ts'

const prepare = async (own: Partial<Parameters<typeof prepareLoader>[0]> = {}) =>
  prepareLoader({
    folder: join(await makeTestBuilds(), 'loader/dist'),
    packageVersion: '1.2.3',
    production: true,
    frameOrigin: modalOrigin,
    secureOrigin: walletOrigin,
    versionsFolder: join(await makeTestFolder(), 'versions'),
    ...own,
  })
const text = ({ files }: Awaited<ReturnType<typeof prepare>>, path: string): string =>
  new TextDecoder().decode(files.get(path)?.encoded.identity.body)
const hash = (content: string, bits = 256) => `sha${bits}-${createHash(`sha${bits}`).update(content).digest('base64')}`

test('fills the origins into each loader file, and the URL and hash of the file that it loads next', async () => {
  const build = await prepare()
  const bridge = text(build, '/v/1.2.3/bridge.js')
  const page = text(build, '/v/1.2.3/page.js')
  const names = ['siwx', 'solana', 'bitcoin', 'chains']
  const hashes = names
    .map((name) => `/v/1.2.3/${name}.js`)
    .flatMap((path) => [`${modalOrigin}${path}`, hash(text(build, path))])
  expect(page).toBe(`page('${[modalOrigin, ...hashes].join("', '")}')`)
  const languages = ['ar', 'de'].map((language) => {
    const path = `/v/1.2.3/notices-${language}.js`
    return `${language} ${modalOrigin}${path} ${hash(text(build, path))}`
  })
  expect(bridge).toBe(
    `bridge('${modalOrigin}', '${modalOrigin}/v/1.2.3/page.js', '${hash(page)}', '${languages.join(' ')}')`,
  )
  expect(text(build, '/v/1.2.3/loader.js')).toBe(
    `load('${modalOrigin}', '${walletOrigin}', '${modalOrigin}/v/1.2.3/bridge.js', '${hash(bridge)}')`,
  )
  expect(text(build, '/loader.js')).toBe(text(build, '/v/1.2.3/loader.js'))
})

test('puts the hash of the served loader into the script tag', async () => {
  const build = await prepare()
  const integrity = hash(text(build, '/v/1.2.3/loader.js'), 384)
  expect(build.tag).toBe(
    `<script src="${modalOrigin}/v/1.2.3/loader.js" integrity="${integrity}" crossorigin="anonymous" async></script>`,
  )
})

describe('published versions of the loader', () => {
  const newer = { packageVersion: '1.3.0' }

  test('serves a published version of the loader after an upgrade', async () => {
    const versionsFolder = join(await makeTestFolder(), 'versions')
    const first = await prepare({ versionsFolder })
    const second = await prepare({ versionsFolder, ...newer, secureOrigin: 'https://other.example' })
    expect(text(second, '/v/1.2.3/loader.js')).toBe(text(first, '/v/1.2.3/loader.js'))
    expect(text(second, '/loader.js')).toBe(text(second, '/v/1.3.0/loader.js'))
    expect(second.files.get('/v/1.2.3/loader.js')?.cache).toBe('pinned')
  })

  test('the server does not start if the loader has other bytes than its published version', async () => {
    const versionsFolder = join(await makeTestFolder(), 'versions')
    await prepare({ versionsFolder })
    await expect(prepare({ versionsFolder, frameOrigin: 'https://new.example' })).rejects.toThrow(
      /Version 1\.2\.3 was published with another loader\.js .* raise the version/,
    )
  })

  test('serves a published version without the files that later versions added', async () => {
    const versionsFolder = join(await makeTestFolder(), 'versions')
    await prepare({ versionsFolder })
    for (const name of ['notices-de.js', 'bitcoin.js', 'chains.js']) await rm(join(versionsFolder, '1.2.3', name))
    const { files } = await prepare({ versionsFolder, ...newer })
    expect(files.has('/v/1.2.3/loader.js')).toBe(true)
    expect(files.has('/v/1.2.3/notices-de.js')).toBe(false)
    expect(files.has('/v/1.3.0/notices-de.js')).toBe(true)
  })

  test('the server does not start if the loader has a file that its published version lacks', async () => {
    const versionsFolder = join(await makeTestFolder(), 'versions')
    const folder = join(await makeTestBuilds(), 'loader/dist')
    await prepare({ folder, versionsFolder })
    await writeFilesInto(folder, { 'notices-fr.js': '' })
    await expect(prepare({ folder, versionsFolder })).rejects.toThrow(/published with another (bridge|loader)\.js/)
  })

  test('the server starts if the loader has the same bytes as its published version', async () => {
    const versionsFolder = join(await makeTestFolder(), 'versions')
    await prepare({ versionsFolder })
    await expect(prepare({ versionsFolder })).resolves.toMatchObject({ version: '1.2.3' })
  })

  test('several processes that publish the same new version at once all start, and leave no draft', async () => {
    const versionsFolder = join(await makeTestFolder(), 'versions')
    const builds = await Promise.all(Array.from({ length: 4 }, () => prepare({ versionsFolder })))
    for (const build of builds) expect(text(build, '/v/1.2.3/loader.js')).toBe(text(build, '/loader.js'))
    expect(await readdir(versionsFolder)).toEqual(['1.2.3'])
  })

  test('of two processes that publish other bytes as the same version at once, only one starts', async () => {
    const versionsFolder = join(await makeTestFolder(), 'versions')
    const results = await Promise.allSettled(
      [modalOrigin, 'https://new.example'].map((frameOrigin) => prepare({ versionsFolder, frameOrigin })),
    )
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const failed = results.find((result) => result.status === 'rejected')
    expect(String(failed?.reason)).toContain('Version 1.2.3 was published with another loader.js')
    expect(await readdir(versionsFolder)).toEqual(['1.2.3'])
  })

  test.skipIf(process.platform !== 'linux')('leaves no draft if a file of a version can not be written', async () => {
    // Linux allows paths of 4,095 bytes. The path of the draft has 4,090, so its files have no room.
    const folder = await makeTestFolder()
    const length = 4_090 - folder.length - `/.1.2.3.${randomUUID()}`.length
    const versionsFolder = folder + '/'.padEnd(100, 'a').repeat(41).slice(0, length)
    await expect(prepare({ versionsFolder })).rejects.toThrow("can't be written")
    expect(await readdir(versionsFolder)).toEqual([])
  })

  test('names DATA_DIR in the error if the folder of published versions is not writable', async () => {
    const folder = await makeTestFolder()
    await writeFilesInto(folder, { file: '' })
    await expect(prepare({ versionsFolder: join(folder, 'file/versions') })).rejects.toThrow(
      /can't be written.*DATA_DIR/,
    )
  })
})

describe('development versions of the loader', () => {
  test.each([
    ['1.2.3', false, '1.2.3-dev'],
    ['2.0.0-beta.1', true, '2.0.0-beta.1'],
  ])(
    'for package version %s (production: %s), serves the development version %s and does not store it',
    async (packageVersion, production, version) => {
      const versionsFolder = join(await makeTestFolder(), 'versions')
      const build = await prepare({ packageVersion, production, versionsFolder })
      expect(build.version).toBe(version)
      expect([...build.files.values()].every(({ cache }) => cache === 'development')).toBe(true)
      await expect(readFile(versionsFolder)).rejects.toThrow('ENOENT')
    },
  )
})

test('names the build command in the error if the built loader is missing', async () => {
  await expect(prepare({ folder: '/nowhere' })).rejects.toThrow(/\/nowhere.*npm run build/)
})
