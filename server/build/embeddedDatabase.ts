import { copyFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Plugin } from 'vite'

const files = ['pglite.wasm', 'pglite.data', 'initdb.wasm']
const source = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))

/**
 * Puts the embedded database's program beside the server's one file, where it looks for it, and a database that is made
 * already and holds nothing: a first start then takes a second instead of several.
 */
export const embeddedDatabase = (): Plugin => ({
  name: 'embedded-database',
  apply: 'build',
  async writeBundle({ dir = 'dist' }) {
    for (const name of files) await copyFile(join(source, name), join(dir, name))
    const client = await PGlite.create()
    const dump = await client.dumpDataDir('gzip')
    await client.close()
    await writeFile(join(dir, 'database.tgz'), new Uint8Array(await dump.arrayBuffer()))
  },
})
