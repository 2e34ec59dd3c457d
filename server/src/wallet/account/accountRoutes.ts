import * as v from 'valibot'
import { envelopeSchema } from '../../guardian/requests.ts'
import { parseBody, type WalletParts, type WalletRoute } from '../api/walletRoute.ts'
import { createNotices } from '../mail/notices.ts'
import { cancelDeletion, requestDeletion } from './deletion.ts'

const askSchema = v.strictObject({ forget: v.exactOptional(envelopeSchema) })

/** Routes that schedule and cancel the deletion of an account. */
export const accountRoutes = (parts: WalletParts): WalletRoute[] => {
  const { guards, database, clock } = parts
  const notices = createNotices(parts)
  return [
    {
      method: 'POST',
      path: 'account/deletion',
      run: async ({ context, body }) => {
        const session = await guards.requireSession(context, { fresh: true })
        const { forget } = parseBody(askSchema, body)
        return requestDeletion(await database(), notices, session, clock(), forget)
      },
    },
    {
      method: 'DELETE',
      path: 'account/deletion',
      run: async ({ context }) => {
        const session = await guards.requireSession(context)
        await cancelDeletion(await database(), session, clock())
        return {}
      },
    },
  ]
}
