import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'

/**
 * Writes a file that no other process ever reads in part: a draft gets the final name when it is complete. Leaves no
 * draft behind on a full disk. Each draft has a random name, because servers in several containers can share the folder
 * and then often have the same process id.
 */
export const writeWholeFile = async (path: string, content: string | Uint8Array, mode = 0o666): Promise<void> => {
  const draft = `${path}.${randomUUID()}`
  try {
    await writeFile(draft, content, { mode })
    await rename(draft, path)
  } catch (cause) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw cause
  }
}
