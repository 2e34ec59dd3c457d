import type { DeviceProof } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, eq, gt, lt, max } from 'drizzle-orm'
import type { GuardianParts } from './parts.ts'
import { enrolments, recognisedBrowsers } from './tables.ts'

const hourMs = 60 * 60_000
const waitMs = 24 * hourMs
const curve = { name: 'ECDSA', namedCurve: 'P-256' }

type Owner = { walletId: string; ownerHash: string }
/** The text that a browser signed, and its signature. */
type Signed = { text: string; device: DeviceProof | undefined }

/**
 * Throws NEW_BROWSER for a change within a day after a recovery by mail alone. The browser that came in has the owner key
 * too, so this key alone changes nothing then. A browser that was recognised before the recovery proves itself by a signature.
 */
export const requireOldBrowser = async (
  { database, clock }: Pick<GuardianParts, 'database' | 'clock'>,
  { walletId, ownerHash }: Owner,
  signed?: Signed,
): Promise<void> => {
  const [{ releasedAt } = { releasedAt: null }] = await database
    .select({ releasedAt: max(enrolments.releasedAt) })
    .from(enrolments)
    .where(and(eq(enrolments.walletId, walletId), eq(enrolments.ownerHash, ownerHash)))
  const now = clock()
  if (releasedAt === null || releasedAt + waitMs <= now) return
  if (
    signed?.device &&
    (await isOldBrowser(database, { walletId, ownerHash }, { releasedAt, now }, { ...signed, device: signed.device }))
  )
    return
  const n = Math.ceil((releasedAt + waitMs - now) / hourMs)
  throw new AppError(walletErrors.NEW_BROWSER, { values: { n } })
}

/** Anyone can enrol a set for a wallet, so only browsers of the owner's own sets count. */
const isOldBrowser = async (
  database: GuardianParts['database'],
  { walletId, ownerHash }: Owner,
  { releasedAt, now }: { releasedAt: number; now: number },
  { text, device }: { text: string; device: DeviceProof },
): Promise<boolean> => {
  const [known] = await database
    .select({ setId: recognisedBrowsers.setId })
    .from(recognisedBrowsers)
    .innerJoin(
      enrolments,
      and(eq(enrolments.walletId, recognisedBrowsers.walletId), eq(enrolments.setId, recognisedBrowsers.setId)),
    )
    .where(
      and(
        eq(recognisedBrowsers.walletId, walletId),
        eq(enrolments.ownerHash, ownerHash),
        eq(recognisedBrowsers.publicKey, device.publicKey),
        lt(recognisedBrowsers.createdAt, releasedAt),
        gt(recognisedBrowsers.recognisedUntil, now),
      ),
    )
  return known !== undefined && isSignedByBrowser(device, text)
}

/** Tells whether a browser's key signed a text. */
export const isSignedByBrowser = async ({ publicKey, signature }: DeviceProof, signed: string): Promise<boolean> => {
  try {
    const key = await crypto.subtle.importKey('raw', Buffer.from(publicKey, 'base64url'), curve, false, ['verify'])
    const text = new TextEncoder().encode(signed)
    return await crypto.subtle.verify({ ...curve, hash: 'SHA-256' }, key, Buffer.from(signature, 'base64url'), text)
  } catch {
    // The public key is no valid point on the curve, so no signature of it is valid.
    return false
  }
}
