import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Reads a secret file. If the file is missing, makes it first. Processes that start at once all read the same secret.
 */
export const readOrMakeSecret = async (path: string, make: () => string | Uint8Array): Promise<Buffer> => {
  try {
    return await readFile(path)
  } catch (cause) {
    if (Object(cause).code !== 'ENOENT') throw cause
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  // The file gets its final name only when it is complete, so that no process reads a partial secret.
  const draft = `${path}.${randomUUID()}`
  try {
    await writeFile(draft, make(), { flag: 'wx', mode: 0o400 })
    // Unlike `rename`, `link` never replaces the secret that another process has just made.
    await link(draft, path)
  } catch (cause) {
    if (Object(cause).code !== 'EEXIST') throw cause
  } finally {
    await rm(draft, { force: true })
  }
  return readFile(path)
}
