import type { ShareSetRow } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { messages } from '../../login/messages.ts'
import { showPanelUntilDone } from '../../login/panelUntil.ts'
import { withPasskeyPanel } from '../../login/passkeyPanel.ts'
import { showFailure, workingPanel } from '../../login/workingPanel.ts'
import type { Session } from '../../session/session.ts'
import type { BrowserStorage } from '../../session/storageClass.ts'
import { type PanelSurface, showText } from '../../ui/surface.ts'
import type { CustodyApi } from '../../worker/contract.ts'
import { knownPasskeys } from '../passkeyCheck.ts'
import type { ShareSets } from '../shareSets.ts'
import { askPasskey, type CredentialsApi, passkeyProblem } from '../webauthn.ts'
import type { createGuardianRecovery } from './guardianRecovery.ts'
import { kitPanel } from './kitPanel.ts'
import { type RecoveryMethod, recoveryMethodsPanel } from './recoverPanel.ts'
import type { createWindowRecovery } from './windowRecovery.ts'

type Options = {
  session: Session
  custody: CustodyApi
  sets: ShareSets
  guardian: ReturnType<typeof createGuardianRecovery>
  /** Asks a wallet window for the wallet. Null if this document is a wallet window. */
  askWindow: ReturnType<typeof createWindowRecovery> | null
  /**
   * Takes the wallet from the secure frame that opened this wallet window. Null if this document is the secure frame.
   */
  takeOffer: ((signal: AbortSignal) => Promise<boolean>) | null
  surface: PanelSurface
  storage: Pick<BrowserStorage, 'kind'>
  host: string
  rpId: string
  credentials: CredentialsApi | undefined
  /** Runs a request. If the server requires a fresh login, asks the visitor for an OTP and repeats the request. */
  fresh<Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Result>
}
type Recover = (signal: AbortSignal) => Promise<'opened' | 'back' | 'window'>

/**
 * Opens a wallet that this browser has not opened on this site before, or cannot open any more (SECURITY-MODEL.md 2.6).
 */
export const createRecovery = (options: Options) => {
  const { session, sets, guardian, takeOffer, surface, fresh } = options
  const methods = createRecoveryMethods(options)

  /**
   * Confirms this browser to the server, and adds a device share set, so that the next unlock is automatic. A failure is
   * ignored, because the wallet is already unlocked. The next unlock confirms the browser again.
   */
  const addDevice = async (signal: AbortSignal): Promise<void> => {
    await ignoreFailure(sets.confirmBrowser)
    // The server may have confirmed the browser although its answer was lost.
    await ignoreFailure(async () => {
      await fresh(() => sets.device.add(), signal)
      await sets.guardian.recogniseBrowser()
    })
  }
  /** Takes the wallet without asking the visitor, because the secure frame that opened this window has it unlocked. */
  const takeOffered = async (signal: AbortSignal): Promise<boolean> => {
    if (!(await takeOffer?.(signal))) return false
    await addDevice(signal)
    return true
  }
  /**
   * Returns the text of a passkey problem, which the list of methods shows; shows every other failure in its own panel.
   */
  const explainFailure = async (
    method: RecoveryMethod,
    thrown: AppError,
    signal: AbortSignal,
  ): Promise<string | null> => {
    const problem = method === 'passkey' ? passkeyProblem(thrown) : null
    if (!problem && thrown.code !== 'USER_REJECTED') await showFailure({ surface, view: 'recover', thrown, signal })
    // Another browser removed the share set. Load the record again, so that the panel does not offer this method again.
    if (thrown.code === 'KEY_SET_NOT_FOUND') await session.refresh().catch(() => undefined)
    return problem && messages.recover.passkeyProblems[problem]
  }

  const run = async (signal: AbortSignal): Promise<void> => {
    const wallet = session.facts()?.wallet
    if (!wallet) throw new AppError(walletErrors.WALLET_MISSING)
    await surface.show('recover', workingPanel(messages.working.opening))
    if (await takeOffered(signal)) return
    let method: RecoveryMethod | null = (await guardian.findPending(wallet.walletId)) ? 'guardian' : null
    let problem: string | null = null
    for (;;) {
      method ??= await chooseMethod(options, problem, signal)
      problem = null
      try {
        const end: Awaited<ReturnType<Recover>> = await methods[method](signal)
        if (end === 'opened') break
        method = end === 'window' ? end : null
      } catch (thrown) {
        if (signal.aborted || !(thrown instanceof AppError)) throw thrown
        problem = method && (await explainFailure(method, thrown, signal))
        method = null
      }
    }
    await guardian.forget()
    await surface.show('recover', workingPanel(messages.working.opening))
    await addDevice(signal)
  }

  return { run, takeOffered }
}

const ignoreFailure = async (run: () => Promise<void>): Promise<void> => {
  try {
    await run()
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown
  }
}

export type Recovery = ReturnType<typeof createRecovery>

const chooseMethod = (
  { session, sets, askWindow, surface, storage, host, credentials }: Options,
  problem: string | null,
  signal: AbortSignal,
): Promise<RecoveryMethod> =>
  showPanelUntilDone<RecoveryMethod>(signal, (resolve, reject) => {
    const has = (type: ShareSetRow['type']): boolean => sets.ofType(type).length > 0
    const draw = (): HTMLElement => {
      const passkey = credentials !== undefined && has('passkey')
      // Only a wallet window answers, so without one the visitor would wait in vain.
      const join = session.facts()?.isUnconfirmed === true && has('vault')
      const available = { passkey, join, window: askWindow !== null, kit: has('kit'), guardian: has('guardian') }
      return recoveryMethodsPanel({
        available,
        isRecoverable: passkey || has('kit') || has('guardian') || has('vault'),
        isStoragePersistent: storage.kind() === 'persistent',
        siteName: new URL(host).host,
        created: session.facts()?.wallet?.created,
        problem,
        choose: resolve,
        leave: () => reject(new AppError(commonErrors.USER_REJECTED)),
      })
    }
    showText(surface, 'recover', draw).catch(reject)
    return () => undefined
  })

/**
 * The action of each recovery method. It resolves with `back` if the visitor returns to the list of methods, and with
 * `window` to go on there.
 */
const createRecoveryMethods = (options: Options): { readonly [Method in RecoveryMethod]: Recover } => {
  const { session, sets, guardian, askWindow, surface, rpId, credentials, fresh } = options
  return {
    passkey: async (signal) => {
      if (!credentials) throw new AppError(walletErrors.KEY_NOT_UNLOCKED)
      const rows = sets.ofType('passkey')
      const walletId = session.facts()?.wallet?.walletId ?? ''
      const passkeys = knownPasskeys(rows)
      const { credentialId, output } = await withPasskeyPanel(surface, 'recover', signal, (asked) =>
        askPasskey(credentials, { rpId, walletId, passkeys }, asked),
      )
      const row = rows.find((set) => set.credentialId === credentialId)
      if (!row) throw new AppError(walletErrors.KEY_SET_NOT_FOUND)
      await surface.show('recover', workingPanel(messages.working.opening))
      await fresh(() => sets.passkey.unlock(row.setId, output), signal)
      return 'opened'
    },
    join: async (signal) => (await import('./joinRecovery.ts')).joinByOtherBrowser({ ...options, name: rpId }, signal),
    window: async (signal) => askWindow?.(signal) ?? 'back',
    kit: (signal) =>
      showPanelUntilDone<'opened' | 'back' | 'window'>(signal, (resolve, reject) => {
        const ended = new AbortController()
        const root = kitPanel({
          signal: ended.signal,
          openWindow: askWindow && (() => resolve('window')),
          open: async (file, phrase) => {
            await sets.kit.unlock(file, phrase)
            resolve('opened')
          },
          back: () => resolve('back'),
        })
        surface.show('recover', root).catch(reject)
        return () => ended.abort()
      }),
    guardian: async (signal) => {
      const facts = session.facts()
      const [row] = sets.ofType('guardian').toSorted((a, b) => b.createdAt - a.createdAt)
      if (!facts?.wallet || !row) throw new AppError(walletErrors.KEY_SET_NOT_FOUND)
      const wallet = { walletId: facts.wallet.walletId, setId: row.setId, email: facts.email }
      if ((await guardian.run(wallet, signal)) === 'back') return 'back'
      await surface.show('recover', workingPanel(messages.working.opening))
      await fresh(() => sets.guardian.unlock(row.setId), signal)
      return 'opened'
    },
  }
}
