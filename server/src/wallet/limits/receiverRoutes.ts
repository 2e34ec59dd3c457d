import type { KnownReceiver } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { knownReceivers } from '../../database/limitTables.ts'
import { optionalWalletProofSchema, parseRequestValue, type WalletParts, type WalletRoute } from '../api/walletRoute.ts'
import { uuidSchema } from '../custody/schemas.ts'
import { isReceiverProven } from '../custody/walletProofs.ts'
import { requireActiveWallet } from '../custody/walletRecords.ts'
import { listKnownReceivers, nameReceiver } from './knownReceivers.ts'
import { addressSchema, chainIdSchema, createLimitRequests, isServed } from './limitRequests.ts'

const receiverBody = v.strictObject({
  chainId: chainIdSchema,
  address: addressSchema,
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(64)),
  proof: optionalWalletProofSchema,
})
/** Routes that a wallet window uses to show, name and remove known receivers. Only these get payments within a limit. */
export const receiverRoutes = (parts: WalletParts): WalletRoute[] => {
  const { guards, secrets, clock } = parts
  const { projectOf, record } = createLimitRequests(parts)

  return [
    {
      method: 'GET',
      path: 'receivers',
      run: async (request): Promise<{ receivers: KnownReceiver[] }> => {
        const session = await guards.requireSession(request.context)
        return { receivers: await listKnownReceivers(await parts.database(), secrets, session) }
      },
    },
    {
      method: 'POST',
      path: 'receivers',
      run: async (request) => {
        const session = await guards.requireSession(request.context)
        const { proof, name, ...receiver } = parseRequestValue(receiverBody, request.body)
        const { id: walletId, eip155 } = await requireActiveWallet(await parts.database(), session)
        if (!(await isReceiverProven({ ...receiver, walletId, sessionId: session.id }, eip155, proof)))
          throw new AppError(walletErrors.WALLET_LOCKED)
        if (!isServed(projectOf(session), receiver.chainId)) throw new AppError(commonErrors.CHAIN_NOT_SUPPORTED)
        await nameReceiver(await parts.database(), secrets, session, { ...receiver, name }, clock())
        await record(session, 'receiver named')
        return {}
      },
    },
    {
      method: 'DELETE',
      path: 'receivers/:id',
      run: async (request) => {
        const session = await guards.requireSession(request.context)
        const removed = await (await parts.database())
          .delete(knownReceivers)
          .where(
            and(
              eq(knownReceivers.id, parseRequestValue(uuidSchema, request.context.req.param('id'))),
              eq(knownReceivers.userId, session.userId),
            ),
          )
          .returning({ id: knownReceivers.id })
        if (removed.length > 0) await record(session, 'receiver removed')
        return {}
      },
    },
  ]
}
