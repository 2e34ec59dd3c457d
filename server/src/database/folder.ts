import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PGlite } from '@electric-sql/pglite'

/** Opens the embedded database in a folder, and locks the folder for this process. */
export const openDatabaseFolder = async (
  folder: string,
  dump: Blob | undefined,
): Promise<{ client: PGlite; close: () => Promise<void> }> => {
  await mkdir(dirname(folder), { recursive: true })
  const unlock = await lock(`${folder}.lock`)
  try {
    if (!(await hasDatabase(folder))) await createDatabase(folder, dump)
    const client = await PGlite.create(folder)
    return {
      client,
      close: async () => {
        await client.close()
        await unlock()
      },
    }
  } catch (cause) {
    await unlock()
    throw cause
  }
}

/**
 * Creates the database in a folder beside the final one and then renames the folder, so that an aborted start leaves no
 * partial database.
 */
const createDatabase = async (folder: string, dump: Blob | undefined): Promise<void> => {
  const draft = `${folder}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  const client = await PGlite.create({ dataDir: draft, ...(dump && { loadDataDir: dump }) })
  await client.close()
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

/**
 * Locks the database folder by a file with this process's pid, because two processes that write into one folder would
 * corrupt the database.
 */
const lock = async (path: string): Promise<() => Promise<void>> => {
  for (;;) {
    try {
      const file = await open(path, 'wx', 0o600)
      await file.writeFile(String(process.pid))
      await file.close()
      return () => rm(path, { force: true })
    } catch (cause) {
      if (Object(cause).code !== 'EEXIST') throw cause
    }
    const holder = Number(await readFile(path, 'utf8').catch(() => ''))
    // If the file names this process, the container was restarted: a killed process had the same pid.
    if (holder !== process.pid && isRunning(holder))
      throw Object.assign(new Error(`${path} says that process ${holder} has the database open.`), { code: 'EBUSY' })
    await rm(path, { force: true })
  }
}

const isRunning = (pid: number): boolean => {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return Object(cause).code === 'EPERM'
  }
}
