import { statfs } from 'node:fs/promises'
import type { Log } from '../http/log.ts'
import { countAgainstLimits } from '../wallet/api/countLimits.ts'
import type { Database } from './open.ts'
import { type DatabaseFailure, findDatabaseFailure } from './storageFailure.ts'

/** `OPENING`: the database is still being made, migrated or connected. `NO_ANSWER`: it takes longer than the time limit. */
type DatabaseState = 'READY' | 'OPENING' | 'NO_ANSWER' | 'FAILED' | DatabaseFailure

type Options = {
  database: () => Promise<Database>
  /** Measures the free bytes of the disk that holds the embedded database. Without this function the disk is remote. */
  readFreeBytes: (() => Promise<number>) | undefined
  log: Log
  now: () => number
  clock: () => number
}

/** Health checks come from several balancers, and each probe writes a row. */
const keptMs = 1_000
const probeMs = 2_000
const hourMs = 60 * 60_000
/** The embedded database needs room for its write-ahead log, whose files have 16 MiB. */
const leastFreeBytes = 32 * 1024 * 1024

/**
 * Finds out whether the database can be used, by writing a row: a read works on a full disk and on a read-only replica
 * too. Answers within a time limit, even if the database never does.
 */
export const createDatabaseProbe = ({ database, readFreeBytes, log, now, clock }: Options) => {
  let last: { state: DatabaseState; at: number } | undefined
  let isOpen = false
  let running: Promise<DatabaseState> | undefined

  const writeRow = async (): Promise<DatabaseState> => {
    const opened = await database()
    isOpen = true
    await countAgainstLimits(opened, [{ key: 'readiness', windowMs: hourMs, most: Number.POSITIVE_INFINITY }], clock())
    return ((await readFreeBytes?.()) ?? Number.POSITIVE_INFINITY) < leastFreeBytes ? 'FULL' : 'READY'
  }
  const run = async (): Promise<DatabaseState> => {
    const state = await writeRow().catch((cause) => findDatabaseFailure(cause) ?? 'FAILED')
    if (state === 'FULL' && last?.state !== 'FULL') log.write('disk is full', { part: 'database' })
    last = { state, at: now() }
    running = undefined
    return state
  }

  return async (limitMs = probeMs): Promise<DatabaseState> => {
    if (last && now() - last.at < keptMs) return last.state
    running ??= run()
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<DatabaseState>((resolve) => {
      timer = setTimeout(() => resolve(isOpen ? 'NO_ANSWER' : 'OPENING'), limitMs)
    })
    return Promise.race([running, late]).finally(() => clearTimeout(timer))
  }
}

/** Measures the free bytes of the disk that holds a folder. */
export const readFreeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

export type DatabaseProbe = ReturnType<typeof createDatabaseProbe>
