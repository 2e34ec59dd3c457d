import { createHash, type KeyObject } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CompactSign, compactVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import * as v from 'valibot'
import type { ReleasesFolder } from '../../config/settings.ts'
import type { Log } from '../log.ts'
import { compressedFolder, encodeAsset, type ServedAsset } from './assets.ts'

/**
 * The folder of releases (RELEASES_DIR), which several server processes read and only the deploy writes. With it, a
 * process also serves the files of the builds that other processes run, and of earlier builds. `files/` has each file
 * under its SHA-256. A release is the signed list of a build's files, `<id>.jws`. No other file of the folder is served.
 */

/** The origins for which a build was published. Its loader contains them. */
export type ReleaseOrigins = { frameOrigin: string; secureOrigin: string }

/** The SHA-256 of each file in hex, by its path in the router, such as `/frame/assets/main-abc.js`. */
export type ReleaseFiles = Readonly<Record<string, string>>

const algorithm = 'EdDSA'
const manifestShape = v.object({
  frameOrigin: v.string(),
  secureOrigin: v.string(),
  files: v.record(
    v.pipe(v.string(), v.regex(/^\/(?:frame|secure)\/[\w./-]+$/)),
    v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  ),
})
type Manifest = v.InferOutput<typeof manifestShape>

export const releaseSuffix = '.jws'
export const pathOfFile = (folder: string, sha256: string): string => join(folder, 'files', sha256)
export const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

export const signManifest = (manifest: Manifest, privateKey: KeyObject): Promise<string> =>
  new CompactSign(new TextEncoder().encode(JSON.stringify(manifest)))
    .setProtectedHeader({ alg: algorithm, typ: 'appkit-release' })
    .sign(privateKey)

/** Reads the list of a release. Throws if the signature is not the deploy's. */
export const readManifest = async (text: string, publicKey: KeyObject): Promise<Manifest> => {
  const { payload } = await compactVerify(text, publicKey, { algorithms: [algorithm] })
  return v.parse(manifestShape, JSON.parse(new TextDecoder().decode(payload)))
}

/** Requests make a process read the folder at most this often, in milliseconds. */
const scanMs = 1_000
/** The longest wait of a request for an unknown file, in milliseconds. */
const longestScanMs = 2_000
/** Compressing a file takes processor time, and other requests need it too. */
const loadsAtOnce = 2
/** The most files of other builds in memory. A build has about 130. */
const fileLimit = 600

/** Finds files of other builds by their path in the router. */
export type Releases = { find: (path: string) => Promise<ServedAsset | undefined> }

type Own = ReleaseOrigins & { dataDir: string }

export const createReleases = (folder: ReleasesFolder, own: Own, log: Log, now: () => number): Releases => {
  const served = new LRUCache<string, Promise<ServedAsset | undefined>>({ max: fileLimit })
  const limit = pLimit(loadsAtOnce)
  const findHash = createReleaseLists(folder, own, log, now, () => served.clear())

  const load = async (path: string, hash: string): Promise<ServedAsset | undefined> => {
    const content = await readFile(pathOfFile(folder.path, hash)).catch(() => undefined)
    if (content && sha256Of(content) === hash)
      return encodeAsset(path, new Uint8Array(content), compressedFolder(own.dataDir))
    log.write('release file refused', { reason: content ? 'changed' : 'unreadable' })
    // A later request tries again, because the deploy may mend the file.
    setTimeout(() => served.delete(path), scanMs).unref()
    return undefined
  }
  return {
    find: async (path) => {
      const hash = await findHash(path)
      if (hash === undefined) return undefined
      const loading = served.get(path) ?? limit(() => load(path, hash))
      served.set(path, loading)
      return loading
    },
  }
}

/**
 * Reads the signed lists, and reads the folder again while requests arrive. The returned function finds the SHA-256 of
 * a file. `onRemoved` is called if the operator has deleted a list.
 */
const createReleaseLists = (
  folder: ReleasesFolder,
  own: ReleaseOrigins,
  log: Log,
  now: () => number,
  onRemoved: () => void,
) => {
  /** The files that each list names: none if the list was refused. */
  const lists = new Map<string, ReadonlyMap<string, string>>()
  let scannedAt = Number.NEGATIVE_INFINITY
  let scanning: Promise<void> | undefined

  const readList = async (name: string): Promise<void> => {
    const text = await readFile(join(folder.path, name), 'utf8')
    lists.set(name, new Map())
    try {
      const { files, frameOrigin, secureOrigin } = await readManifest(text, folder.publicKey)
      if (frameOrigin !== own.frameOrigin || secureOrigin !== own.secureOrigin)
        return log.write('release refused', { release: name, reason: 'other origins' })
      lists.set(name, new Map(Object.entries(files)))
    } catch {
      log.write('release refused', { release: name, reason: 'signature' })
    }
  }
  const scan = async (): Promise<void> => {
    try {
      const names = (await readdir(folder.path)).filter((name) => name.endsWith(releaseSuffix))
      const removed = [...lists.keys()].filter((name) => !names.includes(name))
      for (const name of removed) lists.delete(name)
      if (removed.length > 0) onRemoved()
      await Promise.all(names.filter((name) => !lists.has(name)).map(readList))
    } catch (cause) {
      log.write('releases unreadable', { code: Object(cause).code })
    }
  }
  const lookUp = (path: string): string | undefined => {
    for (const files of lists.values()) if (files.has(path)) return files.get(path)
    return undefined
  }

  return async (path: string): Promise<string | undefined> => {
    if (now() - scannedAt >= scanMs) {
      scannedAt = now()
      // A shared folder may not answer, so only one scan runs at once.
      scanning ??= scan().finally(() => {
        scanning = undefined
      })
    }
    // Requests for unknown files wait for the scan.
    const known = lookUp(path)
    if (known !== undefined || !scanning) return known
    await Promise.race([scanning, new Promise((resolve) => setTimeout(resolve, longestScanMs).unref())])
    return lookUp(path)
  }
}
