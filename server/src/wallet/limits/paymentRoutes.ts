import type { SiteLimit } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import * as v from 'valibot'
import { parseRequestValue, type WalletParts, type WalletRoute } from '../api/walletRoute.ts'
import { requireActiveWallet } from '../custody/walletRecords.ts'
import { limitRpcRequests } from '../rpc/limitRpcRequests.ts'
import { addKnownReceiver, findKnownReceiver } from './knownReceivers.ts'
import { addressSchema, amountSchema, chainIdSchema, createLimitRequests } from './limitRequests.ts'
import { findPaidReceiver } from './paidReceiver.ts'
import { findSpendingLimit, readSpendingLimit, reservePayment } from './spendingLimits.ts'

const paymentBody = v.strictObject({
  chainId: chainIdSchema,
  token: addressSchema,
  receiver: addressSchema,
  amount: amountSchema,
})

const paidBody = v.strictObject({ chainId: chainIdSchema, hash: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/)) })

/**
 * Routes of the secure frame, which pays known receivers after a click alone (SECURITY-MODEL.md 3.7). The server decides
 * and counts, because several tabs and browsers share a limit. The site of a payment is the session's own, never a value
 * of the request.
 */
export const paymentRoutes = (parts: WalletParts): WalletRoute[] => {
  const { guards, nodes, rateLimits, clock } = parts
  const { projectOf, isTrusted, isListed, listedTokens } = createLimitRequests(parts)

  return [
    {
      method: 'GET',
      path: 'limit',
      run: async (request): Promise<SiteLimit> => {
        const session = await guards.requireSession(request.context)
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
        const session = await guards.requireSession(request.context)
        const payment = parseRequestValue(paymentBody, request.body)
        if (!isTrusted(session) || !(await isListed(session, payment.chainId, payment.token)))
          return { isReserved: false }
        return { isReserved: await reservePayment(await parts.database(), session, payment, clock()) }
      },
    },
    {
      method: 'POST',
      path: 'receivers/paid',
      run: async (request): Promise<{ isKnown: boolean }> => {
        const session = await guards.requireSession(request.context)
        const { chainId, hash } = parseRequestValue(paidBody, request.body)
        const project = projectOf(session)
        // The transaction and its receipt.
        limitRpcRequests(rateLimits, request.context, project, 2)
        const account = (await requireActiveWallet(await parts.database(), session)).eip155.toLowerCase()
        const found = [...(nodes.get(project) ?? [])].find(([caipNetworkId]) => caipNetworkId === chainId)
        if (!found) throw new AppError(commonErrors.CHAIN_NOT_SUPPORTED)
        const tokens = await listedTokens(session, chainId)
        const address = await findPaidReceiver(found[1], { hash, account, tokens }, request.context.req.raw.signal)
        if (address === null) return { isKnown: false }
        await addKnownReceiver(await parts.database(), session, { chainId, address }, clock())
        return { isKnown: true }
      },
    },
  ]
}
