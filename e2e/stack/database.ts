import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openFolder } from '../../server/src/database/folder.ts'

export type DatabaseClient = Awaited<ReturnType<typeof openFolder>>['client']

/** Both embedded databases, as folders below the data of a stack. */
const databaseFolders = { wallet: 'wallet-db', guardian: join('guardian', 'db') } as const
export type DatabaseName = keyof typeof databaseFolders

/** The build makes it, because PostgreSQL takes seconds to create a database. */
const emptyDatabase = new URL('../../server/dist/database.tgz', import.meta.url)

/** Opens a database while its process is stopped. A missing database is created. */
export async function withDatabase<Result>(
  data: string,
  name: DatabaseName,
  run: (client: DatabaseClient) => Promise<Result>,
): Promise<Result> {
  const dump = new Blob([await readFile(emptyDatabase)])
  const { client, close } = await openFolder(join(data, databaseFolders[name]), dump)
  try {
    return await run(client)
  } finally {
    await close()
  }
}
