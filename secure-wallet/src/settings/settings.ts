import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { panelUntil } from '../login/panelUntil.ts'
import { whilePasskey } from '../login/passkeyPanel.ts'
import { failedPanel, workingPanel } from '../login/workingPanel.ts'
import type { Session } from '../session/session.ts'
import type { Store } from '../session/store.ts'
import { type Surface, showWords } from '../ui/surface.ts'
import type { GuardianForget } from '../unlock/guardianForget.ts'
import type { PasskeyCheck } from '../unlock/passkeyCheck.ts'
import type { ShareSets } from '../unlock/shareSets.ts'
import { type Credentials, createPasskey, passkeyProblem } from '../unlock/webauthn.ts'
import type { Custody } from '../worker/contract.ts'
import type { DeletionParts } from './deletion.ts'
import { keepAccount } from './deletionNotice.ts'
import { downloadKit, sendKit } from './kitFlow.ts'
import { createLeaving } from './leaving.ts'
import { messages } from './messages.ts'
import { newKitPanel } from './newKitPanel.ts'
import { type Choice, type Problem, securityPanel } from './securityPanel.ts'
import { createWays } from './ways.ts'

const defaultMinutes = 5
/** Where a passkey is asked for. */
const asking: readonly Choice[] = ['passkey', 'export', 'kit', 'guardian', 'vault', 'renew', 'delete']

type Options = {
  session: Session
  sets: ShareSets
  surface: Surface
  custody: Custody
  guardianForget: GuardianForget
  store: Store
  scope: string
  /** Host name of this origin, which is also the passkeys' relying party. */
  name: string
  credentials: Credentials | undefined
  passkey: PasskeyCheck
  fresh<Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Result>
  unlock(): Promise<void>
  openWindow(path: string, fragment: string): void
  /** What only a window of this origin can; null in one. */
  offerToWindow: ((signal: AbortSignal) => Promise<void>) | null
  exportWords: ((signal: AbortSignal) => Promise<void>) | null
  /** Only in a window, as all that changes who someone is. */
  deletion: Pick<DeletionParts, 'passkey' | 'node' | 'networks'> | null
  signOutEverywhere(proof: string | undefined): Promise<void>
}

/** This origin's own page of devices, passkey, kit, export and lock. */
export const createSettings = (options: Options) => {
  const { session, sets, surface, custody, store, scope, name, credentials, fresh, unlock, openWindow } = options
  const { exportWords, offerToWindow, passkey } = options
  const leaving = createLeaving(options)
  const ways = createWays({ sets, surface, passkey, unlock, fresh })
  const idleName = `idle ${scope}`

  const idleMinutes = async (): Promise<number> => {
    const kept = await store.get(idleName)
    return typeof kept === 'number' ? kept : defaultMinutes
  }
  const applyIdle = async (): Promise<void> => custody.setIdle(await idleMinutes())

  const run = async (signal: AbortSignal): Promise<void> => {
    let problem: Problem | null = null
    let next: Choice | null = null
    for (;;) {
      const choice: Choice = next ?? (await choose(signal, problem))
      if (choice === 'done') return
      problem = null
      next = null
      try {
        if (choice === 'renew') next = await renewKey(signal)
        else await acts[choice](signal)
      } catch (thrown) {
        if (signal.aborted) throw thrown
        problem = problemOf(thrown, choice)
        const isNo = thrown instanceof AppError && thrown.code === 'USER_REJECTED'
        if (!isNo && !problem && !(await showFailure(thrown, signal))) return
      }
      if (!session.facts()) return
    }
  }

  const problemOf = (thrown: unknown, choice: Choice): Problem | null => {
    const found = asking.includes(choice) ? passkeyProblem(thrown) : null
    if (!found) return null
    // Where this is a window already, there is none that could do better.
    const withWindow = choice === 'passkey' && found !== 'known' && !exportWords
    return { text: messages.passkeyProblems[found], withWindow }
  }

  const choose = async (signal: AbortSignal, problem: Problem | null): Promise<Choice> => {
    let minutes = await idleMinutes()
    return panelUntil<Choice>(signal, (resolve, reject) => {
      const { wallet = null, deleteAt = null } = session.facts() ?? {}
      const setMinutes = (next: number): void => {
        minutes = next
        void store.put(idleName, next).then(applyIdle).catch(reject)
      }
      const draw = () => securityPanel({ wallet, deleteAt, minutes, problem, choose: resolve, setMinutes })
      showWords(surface, 'settings', draw).catch(reject)
      return () => undefined
    })
  }

  const goOnInWindow = async (signal: AbortSignal): Promise<void> => {
    // A window of a browser without passkeys.
    if (!offerToWindow) throw new AppError(walletErrors.KEY_NOT_UNLOCKED)
    await offerToWindow(signal)
  }
  const addPasskey = async (signal: AbortSignal): Promise<void> => {
    const facts = session.facts()
    if (!credentials) return goOnInWindow(signal)
    if (!facts?.wallet) throw new AppError(walletErrors.WALLET_MISSING)
    await unlock()
    const { walletId } = facts.wallet
    const knownIds = sets.ofType('passkey').flatMap(({ credentialId }) => credentialId ?? [])
    const visitor = { rpId: name, walletId, userId: facts.userId, email: facts.email, knownIds }
    const make = (asked: AbortSignal) => createPasskey(credentials, visitor, asked)
    const { credentialId, output, isBackedUp } = await whilePasskey(surface, 'settings', signal, make)
    const label = isBackedUp ? messages.passkeySynced : messages.passkeyHere
    await surface.show('settings', workingPanel(messages.working))
    await fresh(() => sets.passkey.add(credentialId, label, output), signal)
  }
  const makeKit = async (signal: AbortSignal): Promise<void> => {
    await surface.show('settings', workingPanel(messages.working))
    await unlock()
    const { file, phrase } = await sets.kit.make()
    // Before the panel comes: what opens a window has to do so in the very moment of the press.
    const fragment = exportWords ? null : await sendKit(session.ask, file, signal)
    const save = (): void => (fragment === null ? downloadKit(file) : openWindow('/vault', fragment))
    await panelUntil<void>(signal, (resolve, reject) => {
      const root = newKitPanel({ phrase, save, resolve, back: () => reject(new AppError(commonErrors.USER_REJECTED)) })
      surface.show('settings', root).catch(reject)
      return () => undefined
    })
    await surface.show('settings', workingPanel(messages.kitChecking))
    await unlock()
    await fresh(() => sets.kit.add({ file, phrase }), signal)
  }
  const deleteAccount = async (signal: AbortSignal): Promise<void> => {
    const { deletion } = options
    if (!deletion) return goOnInWindow(signal)
    // Nearly nobody needs it.
    const { deleteAccount: begin } = await import('./deletion.ts')
    await begin({ session, surface, guardianForget: options.guardianForget, fresh, ...deletion }, signal)
  }
  /** What the visitor wants to add after it. */
  const renewKey = async (signal: AbortSignal): Promise<Choice | null> => {
    if (offerToWindow) {
      await offerToWindow(signal)
      return null
    }
    // Nearly nobody needs it.
    const { renewKey: begin } = await import('./renewKey.ts')
    return begin(options, signal)
  }
  const acts: { [Name in Exclude<Choice, 'done' | 'renew'>]: (signal: AbortSignal) => Promise<void> } = {
    passkey: (signal) => ways('passkey', addPasskey, signal),
    kit: (signal) => ways('kit', makeKit, signal),
    guardian: (signal) => leaving.guardian(() => ways('guardian', null, signal)),
    vault: (signal) => ways('vault', null, signal),
    devices: leaving.devices,
    export: (signal) => (exportWords ?? goOnInWindow)(signal),
    delete: deleteAccount,
    keep: () => keepAccount(session),
    everywhere: leaving.everywhere,
    window: goOnInWindow,
  }

  /** Whether the visitor wants to go on. */
  const showFailure = (thrown: unknown, signal: AbortSignal): Promise<boolean> =>
    panelUntil<boolean>(signal, (resolve, reject) => {
      const draw = () =>
        failedPanel(
          thrown,
          () => resolve(true),
          () => resolve(false),
        )
      showWords(surface, 'settings', draw).catch(reject)
      return () => undefined
    })

  return { run, applyIdle }
}
