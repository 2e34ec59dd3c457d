import { readFile, rename, writeFile } from 'node:fs/promises'
import type { StoredMessage } from './mailbox.ts'

type Snapshot = { messages: StoredMessage[]; save(read: () => StoredMessage[]): void; flush(): Promise<void> }

/** Saves the mailbox as a file, so that messages survive the relay's process. */
export async function openSnapshot(path: string): Promise<Snapshot> {
  let writing: Promise<void> = Promise.resolve()
  let due: (() => StoredMessage[]) | undefined

  async function write(): Promise<void> {
    const read = due
    due = undefined
    if (!read) return
    // The rename is atomic, so a crash leaves the old file or the new one.
    await writeFile(`${path}.new`, JSON.stringify(read()))
    await rename(`${path}.new`, path)
  }

  return {
    messages: await readMessages(path),
    /**
     * Saves the mailbox after a change. All changes that happen during a write are saved together by the next write.
     */
    save(read) {
      const isQueued = due !== undefined
      due = read
      if (!isQueued) writing = writing.then(write)
    },
    flush: () => writing,
  }
}

async function readMessages(path: string): Promise<StoredMessage[]> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw cause
  }
}
