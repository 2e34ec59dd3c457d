import type { SessionFacts } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { loadPartTexts } from '../languages/loadLanguage.ts'
import type { Session } from '../session/session.ts'
import type { BrowserStorage } from '../session/storageClass.ts'
import { type PanelSurface, showText } from '../ui/surface.ts'
import { addGuardianToNewWallet, createWallet } from '../unlock/createWallet.ts'
import type { PasskeyDevice } from '../unlock/passkeyDevice.ts'
import type { Recovery } from '../unlock/recovery/recovery.ts'
import type { ShareSets } from '../unlock/shareSets.ts'
import { isUnfinished } from '../unlock/unfinished.ts'
import type { PanelTask } from '../wallet/panelTasks.ts'
import type { CustodyApi } from '../worker/contract.ts'
import { messages } from './messages.ts'
import { type NewWalletChoice, newWalletPanel, type PasskeyOffer } from './newWalletPanel.ts'
import { showPanelUntilDone } from './panelUntil.ts'
import { showFailure, workingPanel } from './workingPanel.ts'

type Parts = {
  session: Session
  sets: ShareSets
  custody: CustodyApi
  surface: PanelSurface
  recovery: Recovery
  settings: { run: PanelTask; applyIdle(): Promise<void>; announceDeletion: PanelTask; addPasskey: PanelTask | null }
  findPasskeyDevice(): Promise<PasskeyDevice | null>
  fresh<Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Result>
  announce(): void
  hasGuardian: boolean
  /** Host name of the wallet's origin. Panels name the operator by this host name. */
  name: string
  scope: string
  storage: BrowserStorage
  withLock<Result>(name: string, run: () => Promise<Result>): Promise<Result>
}

/** Opens the wallet of a session: creates, unlocks or recovers the wallet. */
export const createWalletEntrance = (parts: Parts): PanelTask => {
  const { session, sets, custody, surface, recovery, settings, fresh, announce, hasGuardian, name, storage } = parts

  const showWelcome = (
    facts: SessionFacts,
    offer: PasskeyOffer | null,
    signal: AbortSignal,
  ): Promise<NewWalletChoice> =>
    showPanelUntilDone(signal, (choose, reject) => {
      const draw = () => newWalletPanel({ facts, operator: name, storage: storage.kind(), offer, choose })
      showText(surface, 'newWallet', draw).catch(reject)
      return () => undefined
    })
  const findOffer = async (): Promise<PasskeyOffer | null> => {
    const device = settings.addPasskey && (await parts.findPasskeyDevice())
    if (!device || sets.ofType('passkey').length > 0) return null
    await loadPartTexts('passkeys')
    return { device, failure: null }
  }
  /** Shows the new wallet, and offers a passkey. Only a press of the visitor opens the browser's prompt. */
  const welcome: PanelTask = async (signal) => {
    for (let offer = await findOffer(); ; ) {
      const facts = session.facts()
      if (!facts) return
      const choice = await showWelcome(facts, offer, signal)
      if (choice === 'security') await settings.run(signal)
      if (choice !== 'passkey' || !offer) return
      try {
        return await settings.addPasskey?.(signal)
      } catch (thrown) {
        if (signal.aborted || !(thrown instanceof AppError)) throw thrown
        offer = { ...offer, failure: thrown }
      }
    }
  }
  /**
   * Opens the wallet, and completes a wallet whose creation was interrupted. False if this browser has no share set
   * that opens the unfinished wallet.
   */
  const openWallet = async (isNew: boolean, signal: AbortSignal): Promise<boolean> => {
    const wallet = session.facts()?.wallet
    if (await sets.device.unlock()) await fresh(() => sets.device.confirmFirst(), signal)
    else if (wallet && (await custody.isUnlocked(wallet.walletId, wallet.epoch)))
      // The new device share set failed its test unwrap, and the wallet has no other share set. Add another share set
      // while the wallet is still unlocked.
      await fresh(() => sets.device.add(), signal)
    else if (!wallet || !isUnfinished(wallet)) await recovery.run(signal)
    else if (!(await recovery.takeOffered(signal))) return false
    // A `vault` share set is durable but is lost with its browser, so a new wallet also gets a guardian share set.
    const lacksGuardian = sets.ofType('guardian').length === 0
    const isPending = session.facts()?.wallet?.status === 'pending'
    if ((isPending || isNew) && lacksGuardian && hasGuardian) await fresh(() => addGuardianToNewWallet(sets), signal)
    return true
  }
  const replaceWallet: PanelTask = async (signal) => {
    await createWallet(parts, session.facts()?.wallet?.walletId)
    if (!(await openWallet(true, signal))) throw new AppError(walletErrors.KEY_NOT_UNLOCKED)
  }
  /** Registers this browser with the guardian. Ignores a failure, because the wallet is already unlocked. */
  const recogniseBrowser = async (): Promise<void> => {
    try {
      await sets.guardian.recogniseBrowser()
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown
    }
  }

  return async (signal) => {
    let isNew = false
    try {
      for (;;) {
        try {
          await settings.applyIdle()
          const wallet = session.facts()?.wallet
          isNew ||= !wallet || isUnfinished(wallet)
          const { making, opening } = messages.working
          await surface.show(isNew ? 'newWallet' : 'recover', workingPanel(isNew ? making : opening))
          if (!wallet) await createWallet(parts)
          isNew &&= !session.facts()?.isUnconfirmed
          if (!(await openWallet(isNew, signal))) await replaceWallet(signal)
          if (isNew) await welcome(signal)
          await recogniseBrowser()
          await settings.announceDeletion(signal)
          return
        } catch (thrown) {
          if (signal.aborted || (thrown instanceof AppError && thrown.code === 'USER_REJECTED')) return
          // Another browser has finished the account's wallet meanwhile, so this browser joins that wallet.
          if (isNew && session.facts()?.isUnconfirmed) continue
          await showFailure({ surface, view: 'newWallet', thrown, signal })
        }
      }
    } catch {
      // The visitor left the panel that explains why the wallet did not open, but stays signed in.
    } finally {
      announce()
    }
  }
}
