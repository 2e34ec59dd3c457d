import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Announcement } from '@appkit-frame/loader/protocol/origins/announcement.ts'
import {
  addedFileNames,
  fillOrigins,
  integrityOf,
  type LoaderFiles,
  loaderFileNames,
  noticesFileName,
} from '@appkit-frame/loader/protocol/origins/fillOrigins.ts'
import { isDiskFull } from '../../database/storageFailure.ts'
import { type EncodedBody, encodeBody } from '../encodings.ts'
import type { LoaderCachePolicy } from '../headers.ts'

/** The types of the global `AppKit`, for pages with the script tag. */
const typesFileName = 'loader.d.ts'
type ServedFile = { encoded: EncodedBody; cache: LoaderCachePolicy }

export type LoaderBuild = {
  version: string
  /** The files by path, such as `/loader.js`, `/loader.d.ts` and `/v/0.1.0/loader.js`. */
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
  announcement?: Announcement
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
  const built = await readLoaderFiles(options.folder)
  const types = await readBuiltFile(options.folder, typesFileName)
  const current = await fillOrigins(built, { ...options, version })
  if (isPublished) await publish(versionsFolder, version, current)

  const files = new Map<string, ServedFile>()
  const serve = async (prefix: string, cache: LoaderCachePolicy, contents: Record<string, string>): Promise<void> => {
    for (const [name, content] of Object.entries(contents))
      files.set(`${prefix}/${name}`, { encoded: await encodeBody(new TextEncoder().encode(content), 11), cache })
  }
  for (const published of await listVersions(versionsFolder))
    await serve(`/v/${published}`, 'pinned', await readPublished(join(versionsFolder, published)))
  if (!isPublished) await serve(`/v/${version}`, 'development', current)
  await serve('', isPublished ? 'evergreen' : 'development', { ...current, [typesFileName]: types })

  const integrity = await integrityOf(current['loader.js'])
  const source = `${frameOrigin}/v/${version}/loader.js`
  const tag = `<script src="${source}" integrity="${integrity}" crossorigin="anonymous" async></script>`
  return { version, files, tag }
}

/** Reads a stored version, which may be older than some of the files. */
const readPublished = async (folder: string): Promise<LoaderFiles> => {
  const stored = await readdir(folder).catch((): string[] => [])
  return readLoaderFiles(
    folder,
    loaderFileNames.filter((name) => !addedFileNames.includes(name) || stored.includes(name)),
  )
}

const readLoaderFiles = async (folder: string, required: readonly string[] = loaderFileNames): Promise<LoaderFiles> => {
  const notices = (await readdir(folder).catch(() => [])).filter((name) => noticesFileName.test(name)).toSorted()
  const read = async (name: string) => [name, await readBuiltFile(folder, name)] as const
  return Object.fromEntries(await Promise.all([...required, ...notices].map(read))) as LoaderFiles
}

const readBuiltFile = async (folder: string, name: string): Promise<string> => {
  try {
    return await readFile(join(folder, name), 'utf8')
  } catch (cause) {
    throw new Error(`The loader's files can't be read from ${folder}. Build them with: npm run build`, { cause })
  }
}

/** Stores a published version. Sites pin its bytes by hash, so a stored version must never change. */
const publish = async (versionsFolder: string, version: string, files: LoaderFiles): Promise<void> => {
  const isNew = !(await listVersions(versionsFolder)).includes(version)
  if (isNew && (await storeVersion(versionsFolder, version, files))) return
  const folder = join(versionsFolder, version)
  const published = await readPublished(folder)
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
