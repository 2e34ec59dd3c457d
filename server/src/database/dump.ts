import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Reads the empty database that the build writes. Without this file, the first start makes an empty database, which
 * takes longer.
 */
export const readEmptyDatabaseDump = async (): Promise<{ dump?: Blob }> => {
  try {
    return { dump: new Blob([await readFile(join(import.meta.dirname, 'database.tgz'))]) }
  } catch {
    return {}
  }
}
