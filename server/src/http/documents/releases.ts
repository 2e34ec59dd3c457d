import { createHash, type KeyObject } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CompactSign, compactVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import type { ReleasesFolder } from '../../config/settings.ts'
import type { Log } from '../log.ts'
import { compressedFolder, encodeAsset, type ServedAsset } from './assets.ts'

/**
 * The folder of releases (RELEASES_DIR), which several server processes read and only the deploy writes. With it, a
 * process also serves the files of the builds that other processes run, and of earlier builds. `files/` has each file
 * under its SHA-256. A release is the signed list of a build's files, `<id>.jws`. A process serves no other file.
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

/** A request for an unknown file reads the folder at most this often, in milliseconds. */
const scanMs = 1_000
/** The most files of other builds in memory. A build has about 300. */
const fileLimit = 600

/** Finds files of other builds by their path in the router. */
export type Releases = { find: (path: string) => Promise<ServedAsset | undefined> }

export const createReleases = (
  folder: ReleasesFolder,
  own: ReleaseOrigins & { dataDir: string },
  log: Log,
  now: () => number,
): Releases => {
  const read = new Set<string>()
  const hashes = new Map<string, string>()
  const served = new LRUCache<string, Promise<ServedAsset | undefined>>({ max: fileLimit })
  let scannedAt = Number.NEGATIVE_INFINITY
  let scanning: Promise<void> | undefined

  const readRelease = async (name: string): Promise<void> => {
    const text = await readFile(join(folder.path, name), 'utf8')
    read.add(name)
    try {
      const { files, frameOrigin, secureOrigin } = await readManifest(text, folder.publicKey)
      if (frameOrigin !== own.frameOrigin || secureOrigin !== own.secureOrigin)
        return log.write('release refused', { release: name, reason: 'other origins' })
      for (const [path, hash] of Object.entries(files)) if (!hashes.has(path)) hashes.set(path, hash)
    } catch {
      log.write('release refused', { release: name, reason: 'signature' })
    }
  }
  const scan = async (): Promise<void> => {
    try {
      const names = (await readdir(folder.path)).filter((name) => name.endsWith(releaseSuffix) && !read.has(name))
      await Promise.all(names.map(readRelease))
    } catch (cause) {
      log.write('releases unreadable', { code: Object(cause).code })
    }
  }
  const findHash = async (path: string): Promise<string | undefined> => {
    if (!hashes.has(path) && now() - scannedAt >= scanMs) {
      scannedAt = now()
      scanning = scan()
    }
    // Requests that arrive during the scan wait for it too.
    if (!hashes.has(path)) await scanning
    return hashes.get(path)
  }
  const load = async (path: string, hash: string): Promise<ServedAsset | undefined> => {
    const content = await readFile(pathOfFile(folder.path, hash)).catch(() => undefined)
    if (content && sha256Of(content) === hash)
      return encodeAsset(path, new Uint8Array(content), compressedFolder(own.dataDir))
    served.delete(path)
    log.write('release file refused', { reason: content ? 'changed' : 'unreadable' })
    return undefined
  }

  return {
    find: async (path) => {
      const hash = await findHash(path)
      if (hash === undefined) return undefined
      const loading = served.get(path) ?? load(path, hash)
      served.set(path, loading)
      return loading
    },
  }
}
