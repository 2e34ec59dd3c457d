import * as v from 'valibot'
import { envelopeSchema } from '../../guardian/requests.ts'
import { parseRequestValue, type WalletParts, type WalletRoute } from '../api/walletRoute.ts'
import { createSecurityNotices } from '../mail/notices.ts'
import { cancelAccountDeletion, scheduleAccountDeletion } from './deletion.ts'

const askSchema = v.strictObject({ forget: v.exactOptional(envelopeSchema) })

/** Routes that schedule and cancel the deletion of an account. */
export const accountRoutes = (parts: WalletParts): WalletRoute[] => {
  const { guards, database, clock } = parts
  const notices = createSecurityNotices(parts)
  return [
    {
      method: 'POST',
      path: 'account/deletion',
      run: async ({ context, body }) => {
        const session = await guards.requireSession(context)
        const { forget } = parseRequestValue(askSchema, body)
        return scheduleAccountDeletion(await database(), notices, session, clock(), forget)
      },
    },
    {
      method: 'DELETE',
      path: 'account/deletion',
      run: async ({ context }) => {
        const session = await guards.requireSession(context)
        await cancelAccountDeletion(await database(), session, clock())
        return {}
      },
    },
  ]
}
