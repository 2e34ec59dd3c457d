import { copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Plugin } from 'vite'

const files = ['pglite.wasm', 'pglite.data', 'initdb.wasm']
const source = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))

/**
 * Copies the embedded database's program and an empty database to the folder of the bundled server. With the empty
 * database, a first start takes one second instead of several.
 */
export const embeddedDatabasePlugin = (): Plugin => ({
  name: 'embedded-database',
  apply: 'build',
  async writeBundle({ dir = 'dist' }) {
    for (const name of files) await copyFile(join(source, name), join(dir, name))
    await writeFile(join(dir, 'database.tgz'), await readEmptyDatabase())
  },
})

/** Caches an empty database for each version of the embedded database, because creating one takes seconds. */
export const readEmptyDatabase = async (): Promise<Uint8Array<ArrayBuffer>> => {
  const { version }: { version: string } = JSON.parse(await readFile(join(source, '../package.json'), 'utf8'))
  const folder = join(import.meta.dirname, '../node_modules/.cache')
  const path = join(folder, `empty-database-${version}.tgz`)
  try {
    return new Uint8Array(await readFile(path))
  } catch (cause) {
    if (Object(cause).code !== 'ENOENT') throw cause
  }
  const client = await PGlite.create()
  const dump = new Uint8Array(await (await client.dumpDataDir('gzip')).arrayBuffer())
  await client.close()
  await mkdir(folder, { recursive: true })
  const draft = `${path}.${process.pid}`
  await writeFile(draft, dump)
  await rename(draft, path)
  return dump
}
