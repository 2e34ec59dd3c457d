import type { SecureView } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { showPanelUntilDone } from '../login/panelUntil.ts'
import { askOnceMore, withPasskeyPanel } from '../login/passkeyPanel.ts'
import { workingPanel } from '../login/workingPanel.ts'
import type { Session } from '../session/session.ts'
import type { PanelSurface } from '../ui/surface.ts'
import type { ShareSets } from '../unlock/shareSets.ts'
import { askPasskey, type CredentialsApi, createPasskey } from '../unlock/webauthn.ts'
import { downloadKit, sendKit } from './kitFlow.ts'
import { messages } from './messages.ts'
import { newKitPanel } from './newKitPanel.ts'

const hourMs = 60 * 60_000

type Options = {
  session: Session
  sets: ShareSets
  surface: PanelSurface
  /** The host name of this origin, which is the passkeys' relying party. */
  name: string
  fresh<Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Result>
  unlock(): Promise<void>
  openWindow(path: string, fragment: string): void
  isWindow: boolean
}

/**
 * Throws NEW_BROWSER in a browser that came in by mail alone (SECURITY-MODEL.md 2.6). Call it before a backup is made:
 * its file and words open the wallet without the server. Loads the session again, because the wait begins after the
 * login.
 */
const requireOldBrowser = async (session: Session): Promise<void> => {
  await session.refresh()
  const until = session.facts()?.newBrowserUntil
  if (until === undefined) return
  throw new AppError(walletErrors.NEW_BROWSER, { values: { n: Math.max(1, Math.ceil((until - Date.now()) / hourMs)) } })
}

/** Adds a passkey or a backup to the wallet. */
export const createUnlockMethodAdditions = ({
  session,
  sets,
  surface,
  name,
  fresh,
  unlock,
  openWindow,
  isWindow,
}: Options) => ({
  passkey: async (credentials: CredentialsApi, signal: AbortSignal, view: SecureView = 'settings'): Promise<void> => {
    await requireOldBrowser(session)
    const facts = session.facts()
    if (!facts?.wallet) throw new AppError(walletErrors.WALLET_MISSING)
    await unlock()
    const { walletId } = facts.wallet
    const known = sets.ofType('passkey')
    // A passkey of an earlier version does not keep the browser from adding one that also confirms requests. The old
    // one keeps its user handle, so that the new one does not replace it before the wallet has stored the new one.
    const knownIds = known.flatMap(({ credentialId, passkeyKey }) => (passkeyKey && credentialId) ?? [])
    const userHandle = known.length > knownIds.length ? `${facts.userId}|${known.length}` : facts.userId
    const visitor = { rpId: name, walletId, userHandle, email: facts.email, knownIds }
    const make = (passkeySignal: AbortSignal) => createPasskey(credentials, visitor, passkeySignal)
    const created = await withPasskeyPanel(surface, view, signal, make)
    const { credentialId, publicKey, output } = created
    const passkeys = [{ credentialId, signsIn: publicKey !== null }]
    const use = (passkeySignal: AbortSignal) =>
      askPasskey(credentials, { rpId: name, walletId, passkeys }, passkeySignal)
    const made = { ...created, output: output ?? (await askOnceMore(surface, view, signal, use)).output }
    const label = made.isBackedUp ? messages.passkeySynced : messages.passkeyHere
    await surface.show(view, workingPanel(messages.working))
    await fresh(() => sets.passkey.add(made, label), signal)
  },
  kit: async (signal: AbortSignal): Promise<void> => {
    await surface.show('settings', workingPanel(messages.working))
    await requireOldBrowser(session)
    await unlock()
    const { file, phrase } = await sets.kit.make()
    // Send the kit file to the server before the panel is on show. The press in the panel opens the wallet window,
    // which browsers allow only during the press itself.
    const fragment = isWindow ? null : await sendKit(session.ask, file, signal)
    const save = (): void => (fragment === null ? downloadKit(file) : openWindow('/vault', fragment))
    await showPanelUntilDone<void>(signal, (resolve, reject) => {
      const root = newKitPanel({ phrase, save, resolve, back: () => reject(new AppError(commonErrors.USER_REJECTED)) })
      surface.show('settings', root).catch(reject)
      return () => undefined
    })
    await surface.show('settings', workingPanel(messages.kitChecking))
    await unlock()
    await fresh(() => sets.kit.add({ file, phrase }), signal)
  },
})
