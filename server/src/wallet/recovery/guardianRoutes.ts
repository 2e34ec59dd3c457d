import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { passToGuardian } from '../../guardian/passToGuardian.ts'
import { envelopeSchema } from '../../guardian/requests.ts'
import { countAgainstLimits } from '../api/countLimits.ts'
import { parseRequestValue, type WalletParts, type WalletRoute } from '../api/walletRoute.ts'
import { findWalletId } from '../custody/walletRecords.ts'

const hourMs = 60 * 60_000
/**
 * Rate limits for each browser of a user, because this server can't read the envelopes. An unconfirmed session can't use
 * up the limits of the owner's browsers. The guardian itself limits each wallet and mailbox.
 */
const limits = {
  enrol: { windowMs: 24 * hourMs, most: 20 },
  ways: { windowMs: 24 * hourMs, most: 60 },
  recognise: { windowMs: 24 * hourMs, most: 20 },
  forget: { windowMs: 24 * hourMs, most: 40 },
  challenge: { windowMs: 24 * hourMs, most: 20 },
  verify: { windowMs: hourMs, most: 360 },
  withdraw: { windowMs: hourMs, most: 60 },
  release: { windowMs: hourMs, most: 240 },
  recoveries: { windowMs: hourMs, most: 240 },
}
const kinds = Object.keys(limits) as (keyof typeof limits)[]

/**
 * Routes that pass sealed requests to the guardian, and its sealed answers back. The main server can neither read nor
 * change them.
 */
export const guardianRoutes = ({ guards, settings, secrets, database, clock }: WalletParts): WalletRoute[] =>
  kinds.map((kind) => ({
    method: 'POST',
    path: `guardian/${kind}`,
    run: async ({ context, body }) => {
      const { userId, thumbprint } = await guards.requireSession(context)
      const envelope = parseRequestValue(envelopeSchema, body)
      const { guardianUrl } = settings.wallet
      if (guardianUrl === undefined) throw new AppError(walletErrors.GUARDIAN_UNREACHABLE)
      const { windowMs, most } = limits[kind]
      const limit = { key: `guardian|${kind}|${userId}|${thumbprint}`, windowMs, most }
      const wait = await countAgainstLimits(await database(), [limit], clock())
      if (wait > 0) throw new AppError(commonErrors.TOO_MANY_REQUESTS, { values: { n: wait } })
      const browser = secrets.mac('browser', `${userId}|${thumbprint}`)
      const walletId = await findWalletId(await database(), userId)
      return passToGuardian(`${guardianUrl}/${kind}`, envelope, {
        sender: { browser, walletId },
        gone: context.req.raw.signal,
      })
    },
  }))
