import { execFile } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { makeMigratedDump } from '../../server/build/migratedDump.ts'
import { openDatabaseFolder } from '../../server/src/database/folder.ts'

export type DatabaseClient = Awaited<ReturnType<typeof openDatabaseFolder>>['client']

/** The folders of the two embedded databases, below the data folder of a stack. */
const databaseFolders = { wallet: 'wallet-db', guardian: join('guardian', 'db') } as const
export type DatabaseName = keyof typeof databaseFolders

/** An empty database that the build makes, because PostgreSQL takes seconds to create one. */
const emptyDatabase = new URL('../../server/dist/database.tgz', import.meta.url)

/** Opens a database of a stack while the process that uses it is stopped. Creates the database if it is missing. */
export async function withDatabase<Result>(
  data: string,
  name: DatabaseName,
  run: (client: DatabaseClient) => Promise<Result>,
): Promise<Result> {
  const dump = new Blob([await readFile(emptyDatabase)])
  const { client, close } = await openDatabaseFolder(join(data, databaseFolders[name]), dump)
  try {
    return await run(client)
  } finally {
    await close()
  }
}

/**
 * Adds both databases to the data folder of a stack before its start. Otherwise the server and the guardian would
 * create and migrate them, which takes half of their start.
 */
export async function addMigratedDatabases(data: string): Promise<void> {
  for (const [name, folder] of Object.entries(databaseFolders)) {
    const dump = await makeMigratedDump(fileURLToPath(new URL(`../../server/migrations/${name}`, import.meta.url)))
    const target = join(data, folder)
    await mkdir(target, { recursive: true, mode: 0o700 })
    await promisify(execFile)('tar', ['-xf', dump, '-C', target])
  }
}
