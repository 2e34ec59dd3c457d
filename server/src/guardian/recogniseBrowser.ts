import { recoveryProofText } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, asc, count, eq, gt } from 'drizzle-orm'
import { isTimingSafeEqual } from '../wallet/login/otp.ts'
import { hashOwnerKey, isEnrolmentOfShareSet } from './enrolmentRows.ts'
import { isSignedByBrowser, requireOldBrowser } from './newBrowsers.ts'
import type { GuardianAnswerOf, GuardianParts } from './parts.ts'
import type { Recovery } from './recoveries.ts'
import type { GuardianRequestOf } from './requests.ts'
import { enrolments, recognisedBrowsers } from './tables.ts'

const recognisedMs = 180 * 24 * 60 * 60_000
/** The most browsers of one share set that skip the delay, and the most that do not. */
const deviceLimit = 16

/**
 * Registers a browser for which the guardian then skips the delay, or a site's frame, which proves changes only. The
 * owner key in the request proves that the wallet is unlocked there.
 */
export const registerRecognisedBrowser = async (
  { database, clock }: GuardianParts,
  { walletId, setId, ownerKey, deviceKey, ...frame }: GuardianRequestOf<'recognise'>,
): Promise<GuardianAnswerOf<'recognise'>> => {
  const skipsDelay = frame.skipsDelay !== false
  const [enrolment] = await database.select().from(enrolments).where(isEnrolmentOfShareSet({ walletId, setId }))
  if (!enrolment?.ownerHash || !isTimingSafeEqual(hashOwnerKey(ownerKey), enrolment.ownerHash))
    throw new AppError(walletErrors.KEY_SET_NOT_FOUND)
  const name = { walletId, setId, publicKey: deviceKey }
  if (!(await isRegistered(database, name)))
    await requireOldBrowser({ database, clock }, { walletId, ownerHash: enrolment.ownerHash })
  const recognisedUntil = clock() + recognisedMs
  await database.transaction(async (inside) => {
    await inside
      .insert(recognisedBrowsers)
      .values({ ...name, recognisedUntil, skipsDelay, createdAt: clock() })
      .onConflictDoUpdate({
        target: [recognisedBrowsers.walletId, recognisedBrowsers.setId, recognisedBrowsers.publicKey],
        set: { recognisedUntil },
      })
    // Frames come and go with sites, so they replace no window.
    const own = and(
      eq(recognisedBrowsers.walletId, walletId),
      eq(recognisedBrowsers.setId, setId),
      eq(recognisedBrowsers.skipsDelay, skipsDelay),
    )
    const [{ all } = { all: 0 }] = await inside.select({ all: count() }).from(recognisedBrowsers).where(own)
    if (all <= deviceLimit) return
    const [oldest] = await inside
      .select()
      .from(recognisedBrowsers)
      .where(own)
      .orderBy(asc(recognisedBrowsers.recognisedUntil))
      .limit(1)
    if (oldest)
      await inside.delete(recognisedBrowsers).where(and(own, eq(recognisedBrowsers.publicKey, oldest.publicKey)))
  })
  return { ok: true, kind: 'recognise' }
}

const isRegistered = async (
  database: GuardianParts['database'],
  { walletId, setId, publicKey }: { walletId: string; setId: string; publicKey: string },
): Promise<boolean> => {
  const found = await database
    .select({ setId: recognisedBrowsers.setId })
    .from(recognisedBrowsers)
    .where(
      and(
        eq(recognisedBrowsers.walletId, walletId),
        eq(recognisedBrowsers.setId, setId),
        eq(recognisedBrowsers.publicKey, publicKey),
      ),
    )
  return found.length > 0
}

/** Tells whether the key of a recognised browser signed the id of this recovery. */
export const isRecognisedBrowser = async (
  { database, clock }: GuardianParts,
  { id, walletId, setId }: Recovery,
  { publicKey, signature }: NonNullable<GuardianRequestOf<'verify'>['device']>,
): Promise<boolean> => {
  const [device] = await database
    .select()
    .from(recognisedBrowsers)
    .where(
      and(
        eq(recognisedBrowsers.walletId, walletId),
        eq(recognisedBrowsers.setId, setId),
        eq(recognisedBrowsers.publicKey, publicKey),
        eq(recognisedBrowsers.skipsDelay, true),
        gt(recognisedBrowsers.recognisedUntil, clock()),
      ),
    )
  return device !== undefined && isSignedByBrowser({ publicKey, signature }, recoveryProofText(id))
}
