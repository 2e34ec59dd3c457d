import { askForDeletion, stopDeletion } from '../sessions/deletion.ts'
import { createNotices } from '../sessions/notices.ts'
import type { WalletParts, WalletRoute } from '../walletRoute.ts'

/** An account, as far as it can end. */
export const accountRoutes = (parts: WalletParts): WalletRoute[] => {
  const { guards, database, clock } = parts
  const notices = createNotices(parts)
  return [
    {
      method: 'POST',
      path: 'account/deletion',
      run: async ({ context }) => {
        const session = await guards.requireSession(context, { fresh: true })
        return askForDeletion(await database(), notices, session, clock())
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
