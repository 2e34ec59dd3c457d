import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { Database } from '../../../database/open.ts'
import { countWithin } from '../../api/windowLimits.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Of one browser, by its client key: who has only the mailbox can't use up what the owner's own browser may ask for. */
type Asked = { setId: string; thumbprint: string }

/** Counts one release of a set's share. Kept in the database, so that no restart forgets. */
export const countRelease = async (database: Database, { setId, thumbprint }: Asked, now: number): Promise<void> => {
  const limits = [
    { key: `release|minute|${setId}|${thumbprint}`, windowMs: minuteMs, most: 10 },
    { key: `release|day|${setId}|${thumbprint}`, windowMs: dayMs, most: 100 },
  ]
  const wait = await countWithin(database, limits, now)
  if (wait > 0) throw new AppError(commonErrors.TOO_MANY_REQUESTS, { values: { n: wait } })
}
