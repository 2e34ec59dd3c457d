import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { OperatorError } from '../config/operatorError.ts'

const renewMs = 500
const checkMs = 500
/** A lease that nobody has renewed for so long is stale: its holder was killed. */
const staleMs = 6_000
/**
 * The wait between taking over a stale lease and using it. If two processes take over the same lease, each sees by then
 * whether the other came last.
 */
const settleMs = 1_500

/**
 * A thread renews the lease, because a long statement of the embedded database blocks the main thread. It writes to the
 * open file and not to the path, so that a process that wakes up after a takeover does not overwrite the lease of the
 * new holder. If it can't write, the lease turns stale unless a later write succeeds.
 */
const renewalThread = `
  const { workerData: { fd, id } } = require('node:worker_threads')
  const { writeSync } = require('node:fs')
  setInterval(() => {
    try { writeSync(fd, id + ' ' + crypto.randomUUID() + '\\n', 0) } catch {}
  }, ${renewMs})`

export type Lease = {
  /** Throws if another process has taken over the lease. */
  assertHeld: () => void
  release: () => Promise<void>
}

/**
 * Gets the lease on the embedded database, so that only one process writes into its folder. The lease is a file in
 * which its holder writes a new text twice a second. The file names the holder by a random id, because containers that
 * share a volume share neither process ids nor host names. No process compares clocks: one that wants the lease
 * watches whether the text changes.
 *
 * Rejects with DATABASE_IN_USE while a holder renews the lease. If the holder loses the lease later, `onLost` is called
 * once, and `assertHeld` throws from then on.
 */
export const acquireLease = async (path: string, onLost: (reason: OperatorError) => void): Promise<Lease> => {
  const id = randomUUID()
  const file = await claimFile(path, id)
  const takenOver = takeover(path)
  let lost: OperatorError | undefined
  let unreadableSince: number | undefined

  const isHeld = (): boolean => {
    if (lost) return false
    try {
      if (!readFileSync(path, 'utf8').startsWith(id)) return false
      unreadableSince = undefined
      return true
    } catch (cause) {
      if (Object(cause).code === 'ENOENT') return false
      // The file may be unreadable for a moment, for example because the process has too many open files.
      unreadableSince ??= performance.now()
      return performance.now() - unreadableSince < staleMs
    }
  }
  const lose = (reason: OperatorError): void => {
    if (lost) return
    lost = reason
    stop()
    onLost(reason)
  }
  const check = (): void => {
    if (!isHeld()) lose(takenOver)
  }
  const timer = setInterval(check, checkMs).unref()
  const releaseAtExit = (): void => {
    if (isHeld()) rmSync(path, { force: true })
  }
  const stop = (): void => {
    clearInterval(timer)
    process.off('exit', releaseAtExit)
  }
  // A process that ends on an error frees the lease at once. Only a killed process leaves a stale lease.
  process.on('exit', releaseAtExit)
  const thread = new Worker(renewalThread, { eval: true, workerData: { fd: file.fd, id } })
  thread.on('error', (cause) => lose(renewalFailure(path, cause)))
  thread.unref()

  return {
    assertHeld: () => {
      check()
      if (lost) throw lost
    },
    release: async () => {
      stop()
      await thread.terminate()
      if (isHeld()) await rm(path, { force: true })
      // A statement after the release fails as it does after a takeover.
      lost ??= takenOver
      await file.close()
    },
  }
}

const takeover = (path: string): OperatorError =>
  new OperatorError(
    'DATABASE_LEASE_LOST',
    `Another process has taken over ${path}, because this process did not run for ${staleMs / 1_000} s or the file ` +
      'was deleted. This process ends without another statement to the embedded database.',
  )

/** The system may refuse a thread, for example for lack of memory. */
const renewalFailure = (path: string, cause: unknown): OperatorError =>
  new OperatorError(
    'DATABASE_LEASE_LOST',
    `The thread that renews ${path} failed (${Object(cause).code ?? Object(cause).name}). This process ends, because ` +
      'another one may take over the embedded database.',
  )

const claimFile = async (path: string, id: string): Promise<FileHandle> => {
  for (;;) {
    const file =
      (await createFile(path, id)) ?? ((await waitForEnd(path)) === 'stale' ? await replaceFile(path, id) : undefined)
    if (file) return file
  }
}

/** Creates the lease. Returns undefined if there is one. */
const createFile = async (path: string, id: string): Promise<FileHandle | undefined> => {
  try {
    return await writeNewFile(path, id)
  } catch (cause) {
    if (Object(cause).code === 'EEXIST') return undefined
    throw cause
  }
}

/** Writes a file that does not exist yet. Leaves no empty file behind on a full disk. */
const writeNewFile = async (path: string, id: string): Promise<FileHandle> => {
  const file = await open(path, 'wx', 0o600)
  try {
    await writeText(file, id)
    return file
  } catch (cause) {
    await file.close()
    await rm(path, { force: true })
    throw cause
  }
}

/** Watches another process's lease until it is stale or gone. Throws as soon as the holder renews it. */
const waitForEnd = async (path: string): Promise<'stale' | 'gone'> => {
  const first = await readText(path)
  for (const start = performance.now(); performance.now() - start < staleMs; await sleep(renewMs / 2)) {
    const text = await readText(path)
    if (text === undefined) return 'gone'
    if (text !== first)
      throw new OperatorError(
        'DATABASE_IN_USE',
        `Another process uses the embedded database, as ${path} shows. An embedded database serves one process. ` +
          'Stop the other process, give each its own data folder, or use PostgreSQL (DATABASE_URL).',
      )
  }
  return 'stale'
}

/** Replaces a stale lease. Returns undefined if another process has replaced it too, and later. */
const replaceFile = async (path: string, id: string): Promise<FileHandle | undefined> => {
  const draft = `${path}.${id}`
  const file = await writeNewFile(draft, id)
  let isOurs = false
  try {
    await rename(draft, path)
    for (const start = performance.now(); performance.now() - start < settleMs; await sleep(renewMs))
      await writeText(file, id)
    isOurs = (await readText(path))?.startsWith(id) ?? false
    return isOurs ? file : undefined
  } finally {
    if (!isOurs) {
      await file.close()
      await rm(draft, { force: true })
    }
  }
}

const readText = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    if (Object(cause).code === 'ENOENT') return undefined
    throw cause
  }
}

const writeText = async (file: FileHandle, id: string): Promise<void> => {
  await file.write(`${id} ${randomUUID()}\n`, 0)
}
