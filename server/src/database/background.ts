import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { Log } from '../http/log.ts'
import type { Database, OpenDatabase } from './open.ts'

/** After it could not be opened, nobody tries again for so long. */
const pauseMs = 2_000

/**
 * Opens the database at once without anyone waiting for it, since the first start of the embedded one takes some seconds.
 * Who needs it waits; where it can't be opened they hear so, and the next one who asks after a pause tries again.
 */
export const openInBackground = (open: () => Promise<OpenDatabase>, log: Log, now: () => number) => {
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
      // Without the message, which may name the database's host and user.
      log.write('database can not be opened', { code: String(Object(cause).code ?? Object(cause).name) })
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
