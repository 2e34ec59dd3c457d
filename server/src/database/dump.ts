import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The empty database that the build writes. Without it the first start makes one, which takes longer. */
export const readDump = async (): Promise<{ dump?: Blob }> => {
  try {
    return { dump: new Blob([await readFile(join(import.meta.dirname, 'database.tgz'))]) }
  } catch {
    return {}
  }
}
