import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { writeWholeFile } from '../../config/wholeFile.ts'
import { type BodyBytes, type EncodedBody, encodeBody, encodeUncompressed } from '../encodings.ts'

export type ServedAsset = { type: string; encoded: EncodedBody }

const bestBrotli = 11
const [unpackBrotli, unpackGzip] = [promisify(brotliDecompress), promisify(gunzip)]
const keptCopiesMs = 30 * 24 * 3_600_000
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
}
const packed = new Set(['.woff2', '.png', '.webp', '.ico'])

/** The folder with compressed files, which the next start reads instead of compressing them again. */
export const compressedFolder = (dataDir: string): string => join(dataDir, 'compressed')

/**
 * Reads the hashed files of a build and compresses each once. `cacheFolder` stores the compressed bytes for the next
 * start. If the folder is not writable, each start compresses again.
 */
export const readAssets = async (folder: string, cacheFolder: string): Promise<Map<string, ServedAsset>> => {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile() && types[extname(entry.name)] !== undefined)
  const assets = await Promise.all(
    files.map(async (entry): Promise<[string, ServedAsset]> => {
      const path = join(entry.parentPath, entry.name)
      const content = new Uint8Array(await readFile(path))
      return [path.slice(folder.length + 1), await encodeAsset(path, content, cacheFolder)]
    }),
  )
  return new Map(assets)
}

/** Compresses a file whose name ends in one of `types`. */
export const encodeAsset = async (name: string, content: BodyBytes, cacheFolder: string): Promise<ServedAsset> => {
  const extension = extname(name)
  const encoded = packed.has(extension) ? encodeUncompressed(content) : await encodeOnce(content, cacheFolder)
  return { type: types[extension] ?? '', encoded }
}

const encodeOnce = async (content: BodyBytes, cacheFolder: string): Promise<EncodedBody> => {
  const stem = join(cacheFolder, createHash('sha256').update(content).digest('hex'))
  try {
    const [br, gzip] = await Promise.all([readFile(`${stem}.br`), readFile(`${stem}.gz`)])
    // Browsers get the copies, so a copy that somebody changed would replace a file of the wallet.
    const bound = { maxOutputLength: content.byteLength }
    const unpacked = await Promise.all([unpackBrotli(br, bound), unpackGzip(gzip, bound)])
    if (!unpacked.every((each) => each.equals(content))) throw new Error('A compressed copy was changed.')
    const { identity } = encodeUncompressed(content)
    const used = new Date()
    await Promise.all([utimes(`${stem}.br`, used, used), utimes(`${stem}.gz`, used, used)]).catch(() => undefined)
    const tag = identity.etag.slice(0, -1)
    return {
      identity,
      br: { body: new Uint8Array(br), etag: `${tag}-br"` },
      gzip: { body: new Uint8Array(gzip), etag: `${tag}-gz"` },
    }
  } catch {
    // The folder has no right copy of this file yet, so compress the file below.
  }
  const encoded = await encodeBody(content, bestBrotli)
  if (encoded.br !== encoded.identity) {
    await keep(cacheFolder, `${stem}.gz`, encoded.gzip.body)
    await keep(cacheFolder, `${stem}.br`, encoded.br.body)
  }
  return encoded
}

const keep = async (folder: string, file: string, body: BodyBytes): Promise<void> => {
  try {
    await mkdir(folder, { recursive: true })
    await writeWholeFile(file, body)
  } catch {
    // The compressed copy can't be stored, so the next start compresses the file again.
  }
}

/** Removes compressed copies that no start of a server has used for a month. */
export const removeOldCompressedCopies = async (cacheFolder: string, now: () => number): Promise<void> => {
  const names = await readdir(cacheFolder).catch((): string[] => [])
  for (const file of names.map((name) => join(cacheFolder, name))) {
    try {
      if (now() - (await stat(file)).mtimeMs > keptCopiesMs) await rm(file)
    } catch {
      // Another server process removed the copy first, or the disk is read-only.
    }
  }
}
