import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { OperatorError } from '../config/operatorError.ts'
import type { Log } from '../http/log.ts'
import type { Database, OpenDatabase } from './open.ts'

/** The pause between two attempts to open the database. */
const pauseMs = 2_000

/**
 * Opens the database in the background, because the first start of the embedded database takes seconds. Callers wait
 * until the database is open. If opening fails, callers get an error, and the first caller after a pause tries again.
 */
export const openDatabaseInBackground = (open: () => Promise<OpenDatabase>, log: Log, now: () => number) => {
  let opening: Promise<OpenDatabase> | undefined
  let failedAt = Number.NEGATIVE_INFINITY
  let closed = false

  const start = (): Promise<OpenDatabase> => {
    opening ??= run()
    return opening
  }
  const run = async (): Promise<OpenDatabase> => {
    try {
      return await open()
    } catch (cause) {
      // Don't log the message of any other error, which may contain the database's host and user.
      const reason = cause instanceof OperatorError ? cause.message : undefined
      log.write('database could not be opened', { code: String(Object(cause).code ?? Object(cause).name), reason })
      failedAt = now()
      opening = undefined
      throw new AppError(commonErrors.RESOURCE_UNAVAILABLE, { cause })
    }
  }
  start().catch(() => undefined)

  return {
    database: async (): Promise<Database> => {
      if (closed || (!opening && now() - failedAt < pauseMs)) throw new AppError(commonErrors.RESOURCE_UNAVAILABLE)
      return (await start()).database
    },
    close: async (): Promise<void> => {
      closed = true
      const found = await opening?.catch(() => undefined)
      await found?.close()
    },
  }
}
