import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { requireFreshLogin } from '../login/freshLogin.ts'
import { showPanelUntilDone } from '../login/panelUntil.ts'
import { withPasskeyPanel } from '../login/passkeyPanel.ts'
import { workingPanel } from '../login/workingPanel.ts'
import type { Session } from '../session/session.ts'
import type { PanelSurface } from '../ui/surface.ts'
import type { GuardianForgetRequests } from '../unlock/guardianForget.ts'
import { createVaultKeyRenewal, type VaultKeyRenewal } from '../unlock/newKey.ts'
import type { PasskeyCheck } from '../unlock/passkeyCheck.ts'
import type { ShareSets } from '../unlock/shareSets.ts'
import type { CustodyApi } from '../worker/contract.ts'
import { askInPanel } from './askInPanel.ts'
import { confirmInPanel, type GuardPress } from './confirmInPanel.ts'
import { downloadKit } from './kitFlow.ts'
import { messages as settingsMessages } from './messages.ts'
import { messages } from './newKeyMessages.ts'
import {
  type KeyRenewalEffects,
  type MissingUnlockMethod,
  newKeyDonePanel,
  newKeyPanel,
  renewedElsewherePanel,
  unknownRenewalOutcomePanel,
} from './newKeyPanels.ts'
import { newKitPanel } from './newKitPanel.ts'

export type RenewKeyParts = {
  session: Session
  sets: ShareSets
  custody: CustodyApi
  guardianForget: GuardianForgetRequests
  passkey: PasskeyCheck
  surface: PanelSurface
  fresh<Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Result>
  unlock(): Promise<void>
  guardPress: GuardPress
}

/**
 * Renews the vault key, for owners who suspect that someone else can unlock the wallet. The wallet stays unchanged
 * until the server has everything.
 */
export const renewKey = async (parts: RenewKeyParts, signal: AbortSignal): Promise<MissingUnlockMethod | null> => {
  const { session, sets, custody, guardianForget, passkey, surface, fresh, unlock, guardPress } = parts

  /** Throws once the visitor has left the panel. The error stops the renewal. */
  const work = async (line: string): Promise<void> => {
    if (signal.aborted) throw new AppError(commonErrors.USER_REJECTED)
    await surface.show('settings', workingPanel(line))
  }
  const ask = <Answer>(draw: (resolve: (answer: Answer) => void, back: () => void) => HTMLElement): Promise<Answer> =>
    askInPanel(surface, signal, draw)
  const hasKit = sets.ofType('kit').length > 0
  const hasGuardian = sets.ofType('guardian').length > 0
  const withPasskey = passkey.isPossible()
  const makesKit = !hasGuardian && !withPasskey
  const hasPasskey = sets.ofType('passkey').length > 0
  const prospect: KeyRenewalEffects = {
    passkey: withPasskey ? 'one' : hasPasskey ? 'none' : null,
    hasKit,
    makesKit,
    hasGuardian,
  }

  const saveKit = async (key: VaultKeyRenewal): Promise<void> => {
    const made = await key.makeKit()
    await showPanelUntilDone<void>(signal, (resolve, reject) => {
      const save = (): void => downloadKit(made.file)
      const back = (): void => reject(new AppError(commonErrors.USER_REJECTED))
      surface.show('settings', newKitPanel({ phrase: made.phrase, save, resolve, back })).catch(reject)
      return () => undefined
    })
    await work(settingsMessages.kitChecking)
    await key.addKit(made)
  }
  const commit = async (key: VaultKeyRenewal): Promise<void> => {
    for (let isFirst = true; ; isFirst = false) {
      try {
        await work(messages.working)
        return await fresh(key.commit, signal)
      } catch (thrown) {
        if (!key.isUnsure()) throw thrown
        // Retry once without asking: if the first request renewed the key, the retry finds the new epoch on the server.
        const goesOn =
          isFirst ||
          (await ask<boolean>((resolve) =>
            unknownRenewalOutcomePanel(
              thrown,
              makesKit,
              () => resolve(true),
              () => resolve(false),
            ),
          ))
        if (!goesOn) throw new AppError(commonErrors.USER_REJECTED)
      }
    }
  }

  await confirmInPanel(surface, signal, guardPress, (back) => newKeyPanel(prospect, back))
  const shown = withPasskey ? await withPasskeyPanel(surface, 'settings', signal, passkey.show) : null
  await work(messages.working)
  await unlock()
  // Require the fresh login before the visitor saves a backup. After the kit it would be too late: if the visitor
  // then left the login, the renewal would end and the saved kit would be useless.
  await fresh(() => requireFreshLogin(session), signal)
  await unlock()
  await work(messages.working)
  const key = await createVaultKeyRenewal({ session, custody, sets, guardianForget })
  try {
    if (shown) await key.addPasskey(shown)
    if (makesKit) await saveKit(key)
    if (hasGuardian) await key.addGuardian()
    await key.addDevice()
    await commit(key)
  } catch (thrown) {
    await key.abandon()
    if (!(thrown instanceof AppError) || thrown.code !== 'WALLET_EXISTS') throw thrown
    await session.refresh()
    await ask<void>(renewedElsewherePanel)
    return null
  }
  await key.adopt()
  const isMissing = (method: MissingUnlockMethod): boolean => sets.ofType(method).length === 0
  const missing = (['kit', 'passkey'] as const).filter(isMissing)
  return ask<MissingUnlockMethod | null>((resolve) => newKeyDonePanel({ hadKit: hasKit, missing, resolve }))
}
