import type { ReceiverNames } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import * as v from 'valibot'
import { parseRequestValue, type WalletParts, type WalletRoute } from '../api/walletRoute.ts'
import { findReceiverNames } from './knownReceivers.ts'
import { addressSchema, chainIdSchema } from './limitRequests.ts'

/** A bundle may pay several receivers. */
const addressesSchema = v.pipe(v.array(addressSchema), v.minLength(1), v.maxLength(16))

/** Tells a card the names that the visitor gave to its receivers. */
export const receiverNameRoutes = ({ guards, secrets, database }: WalletParts): WalletRoute[] => [
  {
    method: 'GET',
    path: 'receivers/names',
    run: async ({ context }): Promise<ReceiverNames> => {
      const session = await guards.requireSession(context)
      const chainId = parseRequestValue(chainIdSchema, context.req.query('chainId'))
      const addresses = parseRequestValue(addressesSchema, context.req.queries('address') ?? [])
      return { names: await findReceiverNames(await database(), secrets, session, chainId, addresses) }
    },
  },
]
