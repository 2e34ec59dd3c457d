import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { Log } from '../http/log.ts'
import type { Database, OpenDatabase } from './open.ts'
import { logStorageFailure } from './storageFailure.ts'

/** The pause between two attempts to open the database. */
const pauseMs = 2_000

/**
 * Opens the database in the background, because the first start of the embedded database takes seconds. Callers wait
 * until the database is open. If opening fails, callers get an error, and the first caller after a pause tries again.
 */
export const openDatabaseInBackground = (open: () => Promise<OpenDatabase>, log: Log, now: () => number) => {
  let opening: Promise<OpenDatabase> | undefined
  let failedAt = Number.NEGATIVE_INFINITY
  let failure: unknown
  let closed = false

  const start = (): Promise<OpenDatabase> => {
    opening ??= run()
    return opening
  }
  const run = async (): Promise<OpenDatabase> => {
    try {
      return await open()
    } catch (cause) {
      logStorageFailure(log, 'database could not be opened', cause)
      failure = cause
      failedAt = now()
      opening = undefined
      throw new AppError(commonErrors.RESOURCE_UNAVAILABLE, { cause })
    }
  }
  start().catch(() => undefined)

  return {
    database: async (): Promise<Database> => {
      if (closed || (!opening && now() - failedAt < pauseMs))
        throw new AppError(commonErrors.RESOURCE_UNAVAILABLE, { cause: failure })
      return (await start()).database
    },
    close: async (): Promise<void> => {
      closed = true
      const found = await opening?.catch(() => undefined)
      await found?.close()
    },
  }
}
