import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { loadPartTexts } from '../languages/loadLanguage.ts'
import { showPanelUntilDone } from '../login/panelUntil.ts'
import { failurePanel, workingPanel } from '../login/workingPanel.ts'
import type { Session } from '../session/session.ts'
import type { Store } from '../session/store.ts'
import { type PanelSurface, showText } from '../ui/surface.ts'
import type { GuardianForgetRequests } from '../unlock/guardianForget.ts'
import type { PasskeyCheck } from '../unlock/passkeyCheck.ts'
import type { ShareSets } from '../unlock/shareSets.ts'
import { type CredentialsApi, passkeyProblem } from '../unlock/webauthn.ts'
import type { CustodyApi } from '../worker/contract.ts'
import { createUnlockMethodAdditions } from './additions.ts'
import { askInPanel } from './askInPanel.ts'
import { type GuardPress, isConfirmedInPanel } from './confirmInPanel.ts'
import type { DeletionParts } from './deletion.ts'
import { cancelDeletion } from './deletionNotice.ts'
import type { LimitParts } from './limits/sitesAndLimits.ts'
import { messages } from './messages.ts'
import { createBrowserRemoval } from './otherBrowsers.ts'
import type { RecoveryAlarm } from './recoveryAlarm.ts'
import { type PasskeyProblem, type SettingsChoice, securityPanel } from './securityPanel.ts'
import { createUnlockMethods } from './unlockMethods.ts'

const defaultMinutes = 5
/** Settings whose choice may ask the visitor for a passkey. */
const passkeyChoices: readonly SettingsChoice[] = ['passkey', 'export', 'kit', 'guardian', 'vault', 'renew', 'delete']

type Options = {
  session: Session
  sets: ShareSets
  surface: PanelSurface
  custody: CustodyApi
  guardianForget: GuardianForgetRequests
  store: Store
  scope: string
  /** Host name of the wallet's origin, which is also the passkeys' relying party. */
  name: string
  credentials: CredentialsApi | undefined
  passkey: PasskeyCheck
  fresh<Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Result>
  unlock(): Promise<void>
  openWindow(path: string, fragment: string): void
  /** The host page is itself in a frame. */
  isHostFramed: boolean
  document: SettingsDocument
  signOutEverywhere(proof: string | undefined): Promise<void>
  removeHere(): Promise<void>
}

/**
 * The acts that only one kind of document can do. A page can hide the secure frame and let the visitor's clicks fall on
 * it, so only a wallet window takes something away or shows the seed phrase (SECURITY-MODEL.md 3.10).
 */
export type SettingsDocument =
  | {
      kind: 'frame'
      /** Opens a wallet window to continue there. */
      offerToWindow(signal: AbortSignal): Promise<void>
    }
  | {
      kind: 'window'
      guardPress: GuardPress
      /** The id of the session of the secure frame that opened this window for the wallet with this id. */
      openedBy(walletId: string): string | undefined
      exportWords(signal: AbortSignal): Promise<void>
      deletion: Pick<DeletionParts, 'passkey' | 'node' | 'networks'>
      limits: LimitParts
      alarm: RecoveryAlarm
    }

type SettingsWindow = SettingsDocument & { kind: 'window' }
type WindowAct = (window: SettingsWindow, signal: AbortSignal) => Promise<void>
/** Resolves with the unlock method that the visitor wants to add next. */
type LeadingAct = (options: Options, window: SettingsWindow, signal: AbortSignal) => Promise<SettingsChoice | null>

/** The settings of the secure frame and the wallet window: devices, unlock methods, export, idle lock and deletion. */
export const createSettings = (options: Options) => {
  const { session, sets, surface, custody, store, scope, credentials, fresh, unlock, passkey, document: own } = options
  const isWindow = own.kind === 'window'
  const guardPress = own.kind === 'window' ? own.guardPress : null
  const unlockMethods = createUnlockMethods({ sets, surface, passkey, unlock, fresh, guardPress })
  const additions = createUnlockMethodAdditions({ ...options, isWindow })
  const addPasskey = (signal: AbortSignal): Promise<void> =>
    credentials ? additions.passkey(credentials, signal) : continueInWindow(signal)
  const idleName = `idle ${scope}`

  const idleMinutes = async (): Promise<number> => {
    const stored = await store.get(idleName)
    return typeof stored === 'number' ? stored : defaultMinutes
  }
  const applyIdle = async (): Promise<void> => custody.setIdle(await idleMinutes())

  const run = async (signal: AbortSignal): Promise<void> => {
    let problem: PasskeyProblem | null = null
    let next: SettingsChoice | null = null
    for (;;) {
      const choice: SettingsChoice = next ?? (await choose(signal, problem))
      if (choice === 'done') return
      problem = null
      next = null
      try {
        if (choice === 'renew' || choice === 'removeHere') next = await lead(leadingActs[choice], signal)
        else await acts[choice](signal)
      } catch (thrown) {
        if (signal.aborted) throw thrown
        problem = problemOf(thrown, choice, isWindow)
        if (!isRejection(thrown) && !problem && !(await showFailure(surface, thrown, signal))) return
      }
      if (!session.facts()) return
    }
  }

  const choose = async (signal: AbortSignal, problem: PasskeyProblem | null): Promise<SettingsChoice> => {
    let minutes = await idleMinutes()
    return showPanelUntilDone<SettingsChoice>(signal, (resolve, reject) => {
      const { wallet = null, deleteAt = null } = session.facts() ?? {}
      const setMinutes = (next: number): void => {
        minutes = next
        void store.put(idleName, next).then(applyIdle).catch(reject)
      }
      const alarm = drawAlarm(own, reject)
      const shown = { isWindow, wallet, deleteAt, problem, choose: resolve, setMinutes }
      const draw = () => securityPanel({ ...shown, minutes, alarm: alarm() })
      showText(surface, 'settings', draw).catch(reject)
      return () => undefined
    })
  }

  const continueInWindow = async (signal: AbortSignal): Promise<void> => {
    // This document is already a wallet window, so the visitor cannot continue in another one.
    if (own.kind === 'window') throw new AppError(walletErrors.KEY_NOT_UNLOCKED)
    await own.offerToWindow(signal)
  }
  /** An act of the wallet window. In the secure frame it opens a wallet window. */
  const inWindow =
    (act: WindowAct) =>
    (signal: AbortSignal): Promise<void> =>
      own.kind === 'window' ? act(own, signal) : continueInWindow(signal)
  const removal = ({ guardPress }: { guardPress: GuardPress }) => createBrowserRemoval({ ...options, guardPress })
  const deleteAccount: WindowAct = async ({ guardPress, deletion }, signal) => {
    // This code loads on demand, because few visitors delete their account.
    const { deleteAccount: begin } = await import('./deletion.ts')
    const { guardianForget } = options
    await begin({ session, surface, guardianForget, fresh, guardPress, ...deletion }, signal)
  }
  const lead = async (act: LeadingAct, signal: AbortSignal): Promise<SettingsChoice | null> => {
    if (own.kind === 'window') return act(options, own, signal)
    await own.offerToWindow(signal)
    return null
  }
  const acts: {
    [Name in Exclude<SettingsChoice, 'done' | keyof typeof leadingActs>]: (signal: AbortSignal) => Promise<void>
  } = {
    passkey: (signal) => unlockMethods('passkey', addPasskey, signal),
    kit: (signal) => unlockMethods('kit', additions.kit, signal),
    guardian: inWindow((window, signal) => removal(window).guardian(() => unlockMethods('guardian', null, signal))),
    vault: inWindow((_, signal) => unlockMethods('vault', null, signal)),
    limits: inWindow((window, signal) => showLimits({ ...options, ...window, ...window.limits }, signal)),
    devices: inWindow((window, signal) => removal(window).devices(signal)),
    export: inWindow(({ exportWords }, signal) => exportWords(signal)),
    delete: inWindow(deleteAccount),
    keep: () => cancelDeletion(session),
    everywhere: inWindow((window, signal) => removal(window).everywhere(signal)),
    window: continueInWindow,
  }

  return {
    run: options.isHostFramed ? createWindowSettings(surface, continueInWindow) : run,
    applyIdle,
    /** Adds a passkey in a panel of the first login. Null where this document may not or cannot make one. */
    addPasskey:
      credentials && !options.isHostFramed
        ? (signal: AbortSignal): Promise<void> => additions.passkey(credentials, signal, 'newWallet')
        : null,
  }
}

/**
 * The settings on a site that is itself in a frame. The page around the site could cover a panel here, so the visitor
 * continues in a wallet window.
 */
const createWindowSettings =
  (surface: PanelSurface, continueInWindow: (signal: AbortSignal) => Promise<void>) =>
  async (signal: AbortSignal): Promise<void> => {
    for (;;) {
      try {
        return await continueInWindow(signal)
      } catch (thrown) {
        if (signal.aborted || isRejection(thrown) || !(await showFailure(surface, thrown, signal))) return
      }
    }
  }

const renewKey: LeadingAct = async (options, { guardPress }, signal) => {
  const [{ renewKey: begin }] = await Promise.all([import('./renewKey.ts'), loadPartTexts('newKey')])
  return begin({ ...options, guardPress }, signal)
}
const removeHere: LeadingAct = async (options, { guardPress, openedBy: findOpener }, signal) => {
  const [{ removeThisBrowser }] = await Promise.all([import('./thisBrowser.ts'), loadPartTexts('thisBrowser')])
  const { revoke } = createBrowserRemoval({ ...options, guardPress })
  const openedBy = findOpener(options.session.facts()?.wallet?.walletId ?? '')
  const canAddPasskey = options.credentials !== undefined
  return removeThisBrowser({ ...options, guardPress, revoke, openedBy, canAddPasskey }, signal)
}
/** Acts that may lead to another setting. Their code loads on demand, because few visitors need it. */
const leadingActs = { renew: renewKey, removeHere } as const

/** The page "Sites and limits". Its code loads on demand, because few visits to the settings need it. */
const showLimits = async (parts: Options & LimitParts & { guardPress: GuardPress }, signal: AbortSignal) => {
  const { surface, unlock, fresh, guardPress } = parts
  const [{ showSitesAndLimits }] = await Promise.all([import('./limits/sitesAndLimits.ts'), loadPartTexts('limits')])
  const work = (): Promise<void> => surface.show('settings', workingPanel(messages.working))
  await showSitesAndLimits({
    ...parts,
    work,
    choose: (draw) => askInPanel(surface, signal, draw),
    isConfirmed: (draw) => isConfirmedInPanel(surface, signal, guardPress, draw),
    allowMore: async (run) => {
      await unlock()
      await work()
      await fresh(run, signal)
    },
  })
}

const problemOf = (thrown: unknown, choice: SettingsChoice, isWindow: boolean): PasskeyProblem | null => {
  const found = passkeyChoices.includes(choice) ? passkeyProblem(thrown) : null
  if (!found) return null
  const withWindow = choice === 'passkey' && found !== 'known' && !isWindow
  return { text: messages.passkeyProblems[found], withWindow }
}

const isRejection = (thrown: unknown): boolean => thrown instanceof AppError && thrown.code === 'USER_REJECTED'

/** Shows a failure of a setting. Resolves with true if the visitor wants to try again. */
const showFailure = (surface: PanelSurface, thrown: unknown, signal: AbortSignal): Promise<boolean> =>
  askInPanel<boolean>(surface, signal, (resolve) =>
    failurePanel(
      thrown,
      () => resolve(true),
      () => resolve(false),
    ),
  )

/** Asks the guardian about recoveries, and returns the function that draws the place of the alarm. */
const drawAlarm = (own: SettingsDocument, failed: (cause: unknown) => void): (() => HTMLElement | null) => {
  if (own.kind !== 'window') return () => null
  own.alarm.refresh().catch(failed)
  return own.alarm.area
}
