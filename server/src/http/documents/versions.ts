import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDiskFull } from '../../database/storageFailure.ts'
import { type EncodedBody, encodeBody } from '../encodings.ts'
import type { LoaderCachePolicy } from '../headers.ts'

const loaderFileNames = ['loader.js', 'bridge.js', 'page.js', 'siwx.js', 'solana.js', 'loader.mjs'] as const
type LoaderFileName = (typeof loaderFileNames)[number]
/** A file with the texts of the loader's error panel in one language. Versions before 0.3.0 have no such files. */
type NoticesFileName = `notices-${string}.js`
const noticesFileName = /^notices-([a-z]{2,3})\.js$/
type LoaderFiles = Record<LoaderFileName, string> & Record<NoticesFileName, string>
type ServedFile = { encoded: EncodedBody; cache: LoaderCachePolicy }

export type LoaderBuild = {
  version: string
  /** The files by path, such as `/loader.js` and `/v/0.1.0/loader.js`. */
  files: Map<string, ServedFile>
  /** The script tag with version and hash, for the operator to copy into a site. */
  tag: string
}

type Options = {
  folder: string
  packageVersion: string
  production: boolean
  frameOrigin: string
  secureOrigin: string
  versionsFolder: string
}

/**
 * Fills origins and hashes into the built loader, publishes the loader under its version, and reads the earlier
 * versions.
 */
export const prepareLoader = async (options: Options): Promise<LoaderBuild> => {
  const { packageVersion, production, frameOrigin, versionsFolder } = options
  const version = production || packageVersion.includes('-') ? packageVersion : `${packageVersion}-dev`
  const isPublished = production && !version.includes('-')
  const current = fillOrigins(await readLoaderFiles(options.folder), version, options)
  if (isPublished) await publish(versionsFolder, version, current)

  const files = new Map<string, ServedFile>()
  const serve = async (prefix: string, cache: LoaderCachePolicy, contents: LoaderFiles): Promise<void> => {
    for (const [name, content] of Object.entries(contents))
      files.set(`${prefix}/${name}`, { encoded: await encodeBody(new TextEncoder().encode(content), 11), cache })
  }
  for (const published of await listVersions(versionsFolder))
    await serve(`/v/${published}`, 'pinned', await readLoaderFiles(join(versionsFolder, published)))
  if (!isPublished) await serve(`/v/${version}`, 'development', current)
  await serve('', isPublished ? 'evergreen' : 'development', current)

  const integrity = hash(current['loader.js'])
  const source = `${frameOrigin}/v/${version}/loader.js`
  const tag = `<script src="${source}" integrity="${integrity}" crossorigin="anonymous" async></script>`
  return { version, files, tag }
}

const readLoaderFiles = async (folder: string): Promise<LoaderFiles> => {
  try {
    const read = async (name: string) => [name, await readFile(join(folder, name), 'utf8')] as const
    const notices = (await readdir(folder)).filter((name) => noticesFileName.test(name)).toSorted()
    return Object.fromEntries(await Promise.all([...loaderFileNames, ...notices].map(read))) as LoaderFiles
  } catch (cause) {
    throw new Error(`The loader's files can't be read from ${folder}. Build them with: npm run build`, { cause })
  }
}

/**
 * Fills the origins into the loader's files. Starts with the file that is loaded last, because each file contains the
 * hash of the file that it loads.
 */
const fillOrigins = (built: LoaderFiles, version: string, options: Options): LoaderFiles => {
  const { frameOrigin, secureOrigin } = options
  const fill = (text: string, extra: Record<string, string>): string => {
    const rdns = new URL(frameOrigin).hostname.split('.').reverse().join('.')
    const origins = { FRAME_ORIGIN: frameOrigin, SECURE_ORIGIN: secureOrigin, RDNS: rdns }
    const values: Record<string, string> = { ...origins, ...extra }
    return text.replace(/%([A-Z_]+)%/g, (placeholder, key: string) => values[key] ?? placeholder)
  }
  const url = (file: string): string => `${frameOrigin}/v/${version}/${file}`
  const address = (name: string, file: LoaderFileName, content: string): Record<string, string> => ({
    [`${name}_URL`]: url(file),
    [`${name}_INTEGRITY`]: hash(content),
  })
  const notices = Object.entries(built).filter(([file]) => noticesFileName.test(file))
  // This list contains no quotes, because the bundler chooses the quotes of the string around the placeholder.
  const languages = notices.map(([file, content]) =>
    [noticesFileName.exec(file)?.[1], url(file), hash(content)].join(' '),
  )
  const siwx = fill(built['siwx.js'], {})
  const solana = fill(built['solana.js'], {})
  const page = fill(built['page.js'], {
    ...address('SIWX', 'siwx.js', siwx),
    ...address('SOLANA', 'solana.js', solana),
  })
  const bridge = fill(built['bridge.js'], { ...address('PAGE', 'page.js', page), NOTICES: languages.join(' ') })
  const bridgeAddress = address('BRIDGE', 'bridge.js', bridge)
  return {
    ...Object.fromEntries(notices),
    'loader.js': fill(built['loader.js'], bridgeAddress),
    'bridge.js': bridge,
    'page.js': page,
    'siwx.js': siwx,
    'solana.js': solana,
    'loader.mjs': fill(built['loader.mjs'], bridgeAddress),
  }
}

/** Stores a published version. Sites pin its bytes by hash, so a stored version must never change. */
const publish = async (versionsFolder: string, version: string, files: LoaderFiles): Promise<void> => {
  const isNew = !(await listVersions(versionsFolder)).includes(version)
  if (isNew && (await storeVersion(versionsFolder, version, files))) return
  const folder = join(versionsFolder, version)
  const published = await readLoaderFiles(folder)
  const names = Object.keys({ ...published, ...files }) as (keyof LoaderFiles)[]
  const changed = names.find((name) => published[name] !== files[name])
  if (!changed) return
  throw new Error(
    `Version ${version} was published with another ${changed} (${join(folder, changed)}). Sites pin it by hash, so ` +
      'it must not change: raise the version in loader/package.json. If no site uses it yet, delete that folder.',
  )
}

/**
 * Stores the files of a version. Returns false if another server process on the same folder has stored this version in
 * the meantime.
 */
const storeVersion = async (versionsFolder: string, version: string, files: LoaderFiles): Promise<boolean> => {
  const draft = join(versionsFolder, `.${version}.${randomUUID()}`)
  try {
    await mkdir(draft, { recursive: true })
    for (const [name, content] of Object.entries(files)) await writeFile(join(draft, name), content)
    await rename(draft, join(versionsFolder, version))
    return true
  } catch (cause) {
    if (['EEXIST', 'ENOTEMPTY'].includes(Object(cause).code)) return false
    const remedy = isDiskFull(cause) ? 'The disk is full.' : 'Set DATA_DIR to a folder that the server may write.'
    throw new Error(`${versionsFolder} can't be written. ${remedy}`, { cause })
  } finally {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined)
  }
}

const listVersions = async (versionsFolder: string): Promise<string[]> => {
  const names = await readdir(versionsFolder).catch((): string[] => [])
  return names.filter((name) => /^\d+\.\d+\.\d+$/.test(name))
}

const hash = (text: string): string => `sha384-${createHash('sha384').update(text).digest('base64')}`
