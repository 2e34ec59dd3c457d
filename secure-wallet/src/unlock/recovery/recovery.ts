import type { ShareSetRow } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { messages } from '../../login/messages.ts'
import { panelUntil } from '../../login/panelUntil.ts'
import { whilePasskey } from '../../login/passkeyPanel.ts'
import { failedPanel, workingPanel } from '../../login/workingPanel.ts'
import type { Session } from '../../session/session.ts'
import type { Storage } from '../../session/storageClass.ts'
import { element } from '../../ui/element.ts'
import { answerNotice, body, button, foot, hero, list, notice, rowButton } from '../../ui/parts.ts'
import { type Surface, showWords } from '../../ui/surface.ts'
import type { FactorSets } from '../factorSets.ts'
import { askPasskey, type Credentials, passkeyProblem } from '../passkey.ts'
import type { createGuardianRecovery } from './guardianRecovery.ts'
import { kitPanel } from './kitPanel.ts'
import { messages as windowMessages } from './messages.ts'
import type { createWindowRecovery } from './windowRecovery.ts'

type Options = {
  session: Session
  sets: FactorSets
  guardian: ReturnType<typeof createGuardianRecovery>
  /** Null in the window itself. */
  askWindow: ReturnType<typeof createWindowRecovery> | null
  /** Of the frame that opened this window; null in a frame. */
  takeOffer: ((signal: AbortSignal) => Promise<boolean>) | null
  surface: Surface
  storage: Pick<Storage, 'kind'>
  host: string
  rpId: string
  credentials: Credentials | undefined
  /** Runs again after a new code where the server wants a fresh login. */
  fresh<Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Result>
}
type Way = 'passkey' | 'window' | 'kit' | 'guardian'

/** A wallet that this browser has not opened on this site before, or can't open any more (security 2.6). */
export const createRecovery = (options: Options) => {
  const { session, sets, guardian, askWindow, takeOffer, surface, storage, host, rpId, credentials, fresh } = options

  /** Without a question: the frame that opened this window has it open. */
  const takeOffered: (signal: AbortSignal) => Promise<boolean> = async (signal) => {
    if (!(await takeOffer?.(signal))) return false
    await keepOpen(signal)
    return true
  }
  const run = async (signal: AbortSignal): Promise<void> => {
    const wallet = session.facts()?.wallet
    if (!wallet) throw new AppError(walletErrors.WALLET_MISSING)
    await surface.show('recover', workingPanel(messages.working.opening))
    if (await takeOffered(signal)) return
    let way: Way | null = (await guardian.findWaiting(wallet.walletId)) ? 'guardian' : null
    let problem: string | null = null
    for (;;) {
      way ??= await choose(signal, problem)
      problem = null
      try {
        if ((await ways[way](signal)) === 'opened') break
      } catch (thrown) {
        if (signal.aborted || !(thrown instanceof AppError)) throw thrown
        const found = way === 'passkey' ? passkeyProblem(thrown) : null
        // The list is still theirs.
        if (found) problem = messages.recover.passkeyProblems[found]
        else if (thrown.code !== 'USER_REJECTED') await showFailure(thrown, signal)
        // Taken away elsewhere: it is not offered again.
        if (thrown.code === 'KEY_SET_NOT_FOUND') await session.refresh().catch(() => undefined)
      }
      way = null
    }
    await guardian.forget()
    await surface.show('recover', workingPanel(messages.working.opening))
    await keepOpen(signal)
  }

  /** The next time this browser opens it by itself; without that the wallet is open all the same. */
  const keepOpen = async (signal: AbortSignal): Promise<void> => {
    try {
      await fresh(() => sets.addOwn(), signal)
      await sets.beRecognised()
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown
    }
  }

  const choose = (signal: AbortSignal, problem: string | null): Promise<Way> =>
    panelUntil<Way>(signal, (resolve, reject) => {
      const draw = (): HTMLElement => {
        const { recover: text } = messages
        const [passkeys, hasKit, hasGuardian] = [
          credentials ? sets.ofType('passkey') : [],
          sets.ofType('kit').length > 0,
          sets.ofType('guardian').length > 0,
        ]
        const { row: name, rowLine: line } = windowMessages
        const rows = [
          askWindow && rowButton({ picture: 'open', name, line }, () => resolve('window')),
          hasKit && rowButton({ picture: 'doc', name: text.kit, line: text.kitLine }, () => resolve('kit')),
          hasGuardian &&
            rowButton({ picture: 'mail', name: text.guardian, line: text.guardianLine }, () => resolve('guardian')),
        ].filter((made) => made !== false && made !== null)
        const lead = storage.kind() === 'persistent' ? text.lead : text.leadForgot
        const isLost = passkeys.length === 0 && !hasKit && !hasGuardian && sets.ofType('vault').length === 0
        return element(
          'div',
          {},
          body(
            hero({ picture: 'lock', title: text.title, lead: fillText(lead, { site: new URL(host).host }) }),
            problem !== null && answerNotice(text.passkeyFailedTitle, problem),
            isLost && notice('warn', 'warn', text.none),
            rows.length > 0 && list(...rows),
          ),
          foot(
            passkeys.length > 0 && button(text.passkey, () => resolve('passkey'), 'primary', 'passkey'),
            button(text.notNow, () => reject(new AppError(commonErrors.USER_REJECTED)), 'quiet'),
            element('p', { class: 'legal' }, text.later),
          ),
        )
      }
      showWords(surface, 'recover', draw).catch(reject)
      return () => undefined
    })

  const withPasskey = async (signal: AbortSignal): Promise<'opened'> => {
    const rows = sets.ofType('passkey')
    const walletId = session.facts()?.wallet?.walletId ?? ''
    if (!credentials) throw new AppError(walletErrors.KEY_NOT_UNLOCKED)
    const credentialIds = rows.flatMap(({ credentialId }) => credentialId ?? [])
    const known = { rpId, walletId, credentialIds }
    const { credentialId, output } = await whilePasskey(surface, 'recover', signal, (asked) =>
      askPasskey(credentials, known, asked),
    )
    const row = rows.find((made) => made.credentialId === credentialId)
    if (!row) throw new AppError(walletErrors.KEY_SET_NOT_FOUND)
    await surface.show('recover', workingPanel(messages.working.opening))
    await fresh(() => sets.unlock(row.setId, 'passkey', { kind: 'passkey', output }), signal)
    return 'opened'
  }
  const withKit = (signal: AbortSignal): Promise<'opened' | 'back'> =>
    panelUntil<'opened' | 'back'>(signal, (resolve, reject) => {
      const root = kitPanel({
        open: async (file, phrase) => {
          await sets.unlockWithKit(file, phrase)
          resolve('opened')
        },
        back: () => resolve('back'),
      })
      surface.show('recover', root).catch(reject)
      return () => undefined
    })
  const withGuardian = async (signal: AbortSignal): Promise<'opened'> => {
    const facts = session.facts()
    const row = newest(sets.ofType('guardian'))
    if (!facts?.wallet || !row) throw new AppError(walletErrors.KEY_SET_NOT_FOUND)
    await guardian.run({ walletId: facts.wallet.walletId, setId: row.setId, email: facts.email }, signal)
    await fresh(() => sets.unlock(row.setId, 'guardian', { kind: 'guardian' }), signal)
    return 'opened'
  }
  const withWindow = async (signal: AbortSignal): Promise<'opened' | 'back'> => askWindow?.(signal) ?? 'back'
  const ways = { passkey: withPasskey, window: withWindow, kit: withKit, guardian: withGuardian }

  const showFailure = (thrown: AppError, signal: AbortSignal): Promise<void> =>
    panelUntil<void>(signal, (resolve, reject) => {
      const draw = () => failedPanel(thrown, resolve, () => reject(new AppError(commonErrors.USER_REJECTED)))
      showWords(surface, 'recover', draw).catch(reject)
      return () => undefined
    })

  return { run, takeOffered }
}

export type Recovery = ReturnType<typeof createRecovery>

const newest = (rows: readonly ShareSetRow[]): ShareSetRow | undefined =>
  rows.toSorted((a, b) => b.createdAt - a.createdAt)[0]
