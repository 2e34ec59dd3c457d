import type { LimitedSite } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { spendingLimits } from '../../database/limitTables.ts'
import { optionalWalletProofSchema, parseRequestValue, type WalletParts, type WalletRoute } from '../api/walletRoute.ts'
import { uuidSchema } from '../custody/schemas.ts'
import { isLimitProven } from '../custody/walletProofs.ts'
import { requireActiveWallet } from '../custody/walletRecords.ts'
import { findLiveSessions } from '../sessions/sessions.ts'
import { addressSchema, amountSchema, chainIdSchema, createLimitRequests } from './limitRequests.ts'
import { listLimitedSites, setSpendingLimit } from './spendingLimits.ts'

const limitBody = v.strictObject({
  host: v.pipe(v.string(), v.maxLength(300)),
  chainId: chainIdSchema,
  token: addressSchema,
  perDay: amountSchema,
  proof: optionalWalletProofSchema,
})
/** Routes that a wallet window uses to show, set and remove the limits of sites. */
export const limitRoutes = (parts: WalletParts): WalletRoute[] => {
  const { guards, clock } = parts
  const { isTrusted, isListed, record } = createLimitRequests(parts)

  return [
    {
      method: 'GET',
      path: 'limits',
      run: async (request): Promise<{ sites: LimitedSite[] }> => {
        const session = await guards.requireSession(request.context)
        const hosts = (await findLiveSessions(await parts.database(), session.userId, clock()))
          .filter(({ projectId, host }) => projectId === session.projectId && isTrusted(session, host))
          .map(({ host }) => host)
        return { sites: await listLimitedSites(await parts.database(), session, hosts, clock()) }
      },
    },
    {
      method: 'PUT',
      path: 'limits',
      run: async (request) => {
        const session = await guards.requireSession(request.context)
        const { proof, ...limit } = parseRequestValue(limitBody, request.body)
        const { id: walletId, eip155 } = await requireActiveWallet(await parts.database(), session)
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
        const session = await guards.requireSession(request.context)
        const removed = await (await parts.database())
          .delete(spendingLimits)
          .where(
            and(
              eq(spendingLimits.id, parseRequestValue(uuidSchema, request.context.req.param('id'))),
              eq(spendingLimits.userId, session.userId),
            ),
          )
          .returning({ id: spendingLimits.id })
        if (removed.length > 0) await record(session, 'limit removed')
        return {}
      },
    },
  ]
}
