import type { LimitedSite, SiteLimit } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, asc, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { spendingLimits } from '../../database/limitTables.ts'
import { optionalWalletProofSchema, parseRequestValue, type WalletParts, type WalletRoute } from '../api/walletRoute.ts'
import { uuidSchema } from '../custody/schemas.ts'
import { isLimitProven } from '../custody/walletProofs.ts'
import { findLiveSessions, type Session } from '../sessions/sessions.ts'
import { findKnownReceiver } from './knownReceivers.ts'
import { addressSchema, chainIdSchema, createLimitRequests, isServed } from './limitRequests.ts'
import { findSpendingLimit, readSpendingLimit, reservePayment, setSpendingLimit } from './spendingLimits.ts'

/** An amount of at least one unit. A token counts up to 2 ** 256. */
const amountSchema = v.pipe(
  v.string(),
  v.check((text) => /^[1-9]\d{0,77}$/.test(text) && BigInt(text) < 2n ** 256n),
)
const limitBody = v.strictObject({
  host: v.pipe(v.string(), v.maxLength(300)),
  chainId: chainIdSchema,
  token: addressSchema,
  perDay: amountSchema,
  proof: optionalWalletProofSchema,
})
const paymentBody = v.strictObject({
  chainId: chainIdSchema,
  token: addressSchema,
  receiver: addressSchema,
  amount: amountSchema,
})

/**
 * Routes of the limits below which a click alone pays a known receiver (SECURITY-MODEL.md 3.7). The server decides and
 * counts, because several tabs and browsers share a limit. The site of a payment is the session's own, never a value of
 * the request.
 */
export const limitRoutes = (parts: WalletParts): WalletRoute[] => {
  const { clock } = parts
  const { sessionOf, projectOf, listedTokens, walletOf, record } = createLimitRequests(parts)
  const isTrusted = (session: Session, host = session.host): boolean => projectOf(session).trustedOrigins.includes(host)
  const isListed = async (session: Session, chainId: string, token: string): Promise<boolean> =>
    isServed(projectOf(session), chainId) &&
    (await listedTokens(session, chainId)).some(({ address }) => address.toLowerCase() === token)

  return [
    {
      method: 'GET',
      path: 'limits',
      run: async (request): Promise<{ sites: LimitedSite[] }> => {
        const session = await sessionOf(request)
        const { userId, projectId } = session
        const database = await parts.database()
        const limits = await database
          .select()
          .from(spendingLimits)
          .where(and(eq(spendingLimits.userId, userId), eq(spendingLimits.projectId, projectId)))
          .orderBy(asc(spendingLimits.host))
        const live = await findLiveSessions(database, userId, clock())
        const hosts = live
          .filter((each) => each.projectId === projectId && isTrusted(session, each.host))
          .map(({ host }) => host)
        const sites = [...new Set([...limits.map(({ host }) => host), ...hosts])]
        return {
          sites: sites.map((host) => {
            const found = limits.find((limit) => limit.host === host)
            return { host, limit: found ? { id: found.id, ...readSpendingLimit(found, clock()) } : null }
          }),
        }
      },
    },
    {
      method: 'PUT',
      path: 'limits',
      run: async (request) => {
        const session = await sessionOf(request)
        const { proof, ...limit } = parseRequestValue(limitBody, request.body)
        const { id: walletId, eip155 } = await walletOf(session)
        if (!(await isLimitProven({ ...limit, walletId, sessionId: session.id }, eip155, proof)))
          throw new AppError(walletErrors.WALLET_LOCKED)
        if (!isTrusted(session, limit.host) || !(await isListed(session, limit.chainId, limit.token)))
          throw new AppError(commonErrors.INVALID_INPUT)
        await setSpendingLimit(await parts.database(), { ...session, host: limit.host }, limit, clock())
        await record(session, 'limit set')
        return {}
      },
    },
    {
      method: 'DELETE',
      path: 'limits/:id',
      run: async (request) => {
        const session = await sessionOf(request)
        await (await parts.database())
          .delete(spendingLimits)
          .where(
            and(
              eq(spendingLimits.id, parseRequestValue(uuidSchema, request.context.req.param('id'))),
              eq(spendingLimits.userId, session.userId),
            ),
          )
        await record(session, 'limit removed')
        return {}
      },
    },
    {
      method: 'GET',
      path: 'limit',
      run: async (request): Promise<SiteLimit> => {
        const session = await sessionOf(request)
        const { req } = request.context
        const chainId = parseRequestValue(chainIdSchema, req.query('chainId'))
        const address = parseRequestValue(addressSchema, req.query('receiver'))
        const database = await parts.database()
        const limit = isTrusted(session) ? await findSpendingLimit(database, session) : null
        return {
          limit: limit && readSpendingLimit(limit, clock()),
          isKnown: (await findKnownReceiver(database, session, { chainId, address })) !== null,
        }
      },
    },
    {
      method: 'POST',
      path: 'limit/spend',
      run: async (request): Promise<{ isReserved: boolean }> => {
        const session = await sessionOf(request)
        const payment = parseRequestValue(paymentBody, request.body)
        if (!isTrusted(session) || !(await isListed(session, payment.chainId, payment.token)))
          return { isReserved: false }
        return { isReserved: await reservePayment(await parts.database(), session, payment, clock()) }
      },
    },
  ]
}
