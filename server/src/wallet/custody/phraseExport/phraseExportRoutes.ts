import * as v from 'valibot'
import { parseRequestValue, type WalletParts, type WalletRoute } from '../../api/walletRoute.ts'
import { createSecurityNotices } from '../../mail/notices.ts'
import { createPhraseExportPermissions } from './phraseExport.ts'

const exportBody = v.strictObject({ withPasskey: v.boolean() })

/** Routes that permit a wallet window to show the recovery phrase. */
export const phraseExportRoutes = (parts: WalletParts): WalletRoute[] => {
  const { guards, database, clock, settings } = parts
  const exports = createPhraseExportPermissions({
    notices: createSecurityNotices(parts),
    delayMs: settings.wallet.exportDelayMs,
    clock,
  })
  return [
    {
      method: 'POST',
      path: 'export',
      run: async ({ context, body }) => {
        const session = await guards.requireSession(context)
        const { withPasskey } = parseRequestValue(exportBody, body)
        return exports.ask(await database(), session, withPasskey)
      },
    },
    {
      method: 'DELETE',
      path: 'export',
      run: async ({ context }) => {
        await exports.stop(await database(), await guards.requireSession(context))
        return {}
      },
    },
  ]
}
