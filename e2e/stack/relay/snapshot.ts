import { readFile, rename, writeFile } from 'node:fs/promises'
import type { Letter } from './mailbox.ts'

type Snapshot = { letters: Letter[]; save(read: () => Letter[]): void; flush(): Promise<void> }

/** The mailbox as a file, so that a letter outlives the relay's process. */
export async function openSnapshot(path: string): Promise<Snapshot> {
  let writing: Promise<void> = Promise.resolve()
  let due: (() => Letter[]) | undefined

  async function write(): Promise<void> {
    const read = due
    due = undefined
    if (!read) return
    // Renamed into place, so that a crash leaves the old file or the new one.
    await writeFile(`${path}.new`, JSON.stringify(read()))
    await rename(`${path}.new`, path)
  }

  return {
    letters: await readLetters(path),
    /** Changes that come while a file is being written share the next one. */
    save(read) {
      const isQueued = due !== undefined
      due = read
      if (!isQueued) writing = writing.then(write)
    },
    flush: () => writing,
  }
}

async function readLetters(path: string): Promise<Letter[]> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw cause
  }
}
