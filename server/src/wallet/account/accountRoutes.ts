import * as v from 'valibot'
import { envelopeSchema } from '../../guardian/requests.ts'
import { parseBody, type WalletParts, type WalletRoute } from '../api/walletRoute.ts'
import { createNotices } from '../mail/notices.ts'
import { askForDeletion, stopDeletion } from './deletion.ts'

const askSchema = v.strictObject({ forget: v.exactOptional(envelopeSchema) })

/** An account, as far as it can end. */
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
        return askForDeletion(await database(), notices, session, clock(), forget)
      },
    },
    {
      method: 'DELETE',
      path: 'account/deletion',
      run: async ({ context }) => {
        const session = await guards.requireSession(context)
        await stopDeletion(await database(), session, clock())
        return {}
      },
    },
  ]
}
