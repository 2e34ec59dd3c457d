import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { OperatorError } from '../config/operatorError.ts'
import { acquireLease, type Lease } from './lease.ts'

/**
 * Opens the embedded database in a folder while this process holds the folder's lease, because two processes that write
 * into one folder would corrupt the database. `onLost` is called if another process takes over the lease.
 */
export const openDatabaseFolder = async (
  folder: string,
  dump: Blob | undefined,
  onLost: (reason: OperatorError) => void = () => undefined,
): Promise<{ client: PGlite; close: () => Promise<void> }> => {
  await mkdir(dirname(folder), { recursive: true })
  const lease = await acquireLease(`${folder}.lease`, onLost)
  try {
    // Versions before the lease left this lock behind when they were killed.
    await rm(`${folder}.lock`, { force: true })
    if (!(await hasDatabase(folder))) await createDatabase(folder, dump, lease)
    const client = await PGlite.create(folder)
    lease.assertHeld()
    guardStatements(client, lease)
    return {
      client,
      close: async () => {
        await client.close().finally(lease.release)
      },
    }
  } catch (cause) {
    await lease.release()
    throw cause
  }
}

/**
 * Makes every statement check the lease before and after it runs. The check after the statement makes sure that nobody
 * is told of a stored row that the new holder of the lease does not see. A process that is frozen inside a statement
 * still finishes it, because no check can interrupt PGlite.
 */
const guardStatements = (client: PGlite, lease: Lease): void => {
  const run = client.execProtocolRawSync.bind(client)
  client.execProtocolRawSync = (message) => {
    lease.assertHeld()
    const answer = run(message)
    lease.assertHeld()
    return answer
  }
}

/**
 * Creates the database in a folder beside the final one and then renames the folder, so that an aborted start leaves no
 * partial database.
 */
const createDatabase = async (folder: string, dump: Blob | undefined, lease: Lease): Promise<void> => {
  const draft = `${folder}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  const client = await PGlite.create({ dataDir: draft, ...(dump && { loadDataDir: dump }) })
  await client.close()
  lease.assertHeld()
  await rename(draft, folder)
}

const hasDatabase = async (folder: string): Promise<boolean> => {
  try {
    await readFile(`${folder}/PG_VERSION`)
    return true
  } catch (cause) {
    if (Object(cause).code === 'ENOENT') return false
    throw cause
  }
}
