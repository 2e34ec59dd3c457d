import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { requireFreshLogin } from '../login/freshLogin.ts'
import { showPanelUntilDone } from '../login/panelUntil.ts'
import { withPasskeyPanel } from '../login/passkeyPanel.ts'
import { workingPanel } from '../login/workingPanel.ts'
import { exportStateSchema, parseAnswer } from '../session/serverSchemas.ts'
import type { Session } from '../session/session.ts'
import type { PanelSurface } from '../ui/surface.ts'
import type { PasskeyCheck } from '../unlock/passkeyCheck.ts'
import type { CustodyApi } from '../worker/contract.ts'
import { exportWaitPanel } from './exportWaitPanel.ts'
import { messages } from './unlockMethodMessages.ts'

type Options = {
  session: Session
  custody: CustodyApi
  surface: PanelSurface
  fresh<Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Result>
  unlock(): Promise<void>
  passkey: PasskeyCheck
  showPhrase(words: string, signal: AbortSignal): Promise<void>
  now?: () => number
}

/**
 * Exports the seed phrase, the only way in which the seed leaves the worker. The export requires a fresh login and a
 * passkey, or the operator's delay if the wallet has no passkey. The server mails the owner first
 * (SECURITY-MODEL.md 2.6).
 */
export const createSeedExport = (options: Options) => {
  const { session, custody, surface, fresh, unlock, passkey, showPhrase, now = Date.now } = options

  const askServer = async (withPasskey: boolean): Promise<number> =>
    parseAnswer(exportStateSchema, await session.ask({ method: 'POST', path: 'export', body: { withPasskey } })).readyAt

  return async (signal: AbortSignal): Promise<void> => {
    await fresh(() => requireFreshLogin(session), signal)
    const withPasskey = passkey.isPossible()
    if (withPasskey) await withPasskeyPanel(surface, 'settings', signal, passkey.ask)
    await unlock()
    for (;;) {
      if (signal.aborted) throw new AppError(commonErrors.USER_REJECTED)
      await surface.show('settings', workingPanel(messages.working))
      const readyAt = await fresh(() => askServer(withPasskey), signal)
      if (readyAt <= now()) break
      const isStopped = await showPanelUntilDone<boolean>(signal, (resolve, reject) => {
        const { root, close } = exportWaitPanel({
          readyAt,
          again: () => resolve(false),
          stop: () => resolve(true),
          back: () => reject(new AppError(commonErrors.USER_REJECTED)),
        })
        surface.show('settings', root).catch(reject)
        return close
      })
      if (!isStopped) continue
      await session.ask({ method: 'DELETE', path: 'export' })
      return
    }
    await unlock()
    await showPhrase(await custody.words(), signal)
  }
}
