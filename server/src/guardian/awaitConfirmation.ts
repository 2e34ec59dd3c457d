import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { eq } from 'drizzle-orm'
import type { GuardianAnswerOf, GuardianParts } from './parts.ts'
import { isRecognisedBrowser } from './recogniseBrowser.ts'
import { findRecovery } from './recoveries.ts'
import type { GuardianRequestOf } from './requests.ts'
import { recoveries } from './tables.ts'

/** A press may reach another process of the guardian, which wakes no poll here. */
const pollIntervalMs = 1_000

/** Answers when the owner has picked a number behind the link in the mail, or after the longest time of a poll. */
export const awaitConfirmation = async (
  parts: GuardianParts,
  { challengeId, clientKey, device }: GuardianRequestOf<'verify'>,
): Promise<GuardianAnswerOf<'verify'>> => {
  const { database, clock, longPolls, ending } = parts
  const read = async () => (await findRecovery(database, challengeId, clientKey, clock())).recovery
  const asked = await read()
  const isRecognised = device !== undefined && (await isRecognisedBrowser(parts, asked, device))
  if (isRecognised) await skipDelay(parts, challengeId)
  const { releaseAt, isRefused, linkEndsAt } = await longPolls.readUntil(
    challengeId,
    read,
    (now) => now.releaseAt !== null || now.isRefused || now.linkEndsAt <= clock(),
    { intervalMs: pollIntervalMs, signals: [ending] },
  )
  if (releaseAt === null && isRefused) throw new AppError(walletErrors.CODE_DEAD)
  if (releaseAt === null && linkEndsAt <= clock()) throw new AppError(walletErrors.CODE_EXPIRED)
  return { ok: true, kind: 'verify', releaseAt }
}

/** Ends the delay of a recognised browser, also if the owner picked the number before the browser's proof arrived. */
const skipDelay = ({ database, clock }: GuardianParts, id: string): Promise<void> =>
  database.transaction(async (inside) => {
    const [recovery] = await inside.select().from(recoveries).where(eq(recoveries.id, id)).for('update')
    if (!recovery) return
    const hasDelay = recovery.releaseAt !== null && recovery.releaseAt > clock()
    await inside
      .update(recoveries)
      .set({ isRecognised: true, ...(hasDelay && { releaseAt: clock() }) })
      .where(eq(recoveries.id, id))
  })
