import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { parseAnswer } from '../session/serverSchemas.ts'
import type { Session } from '../session/session.ts'
import type { GuardPress } from '../settings/confirmInPanel.ts'
import type { PanelSurface } from '../ui/surface.ts'
import type { WalletKeys } from '../unlock/keys.ts'
import type { CustodyApi } from '../worker/contract.ts'
import { answerJoin, joinSchema } from './joinCard.ts'

type Options = {
  wallet: { session: Session; keys: WalletKeys; custody: Pick<CustodyApi, 'giveKey'> }
  surface: PanelSurface
  /** Whether the window shows nothing that the visitor is busy with. */
  isIdle(): boolean
  guardPress: GuardPress
  /** Ends the watch. A window watches until it closes. */
  signal?: AbortSignal
}

const pollMs = 30_000
const pauseMs = 2_000
/** A browser that came in by mail alone gets no requests for a day (SECURITY-MODEL.md 2.6). */
const newBrowserPauseMs = 10 * 60_000

/** Shows a card while the window is open, as soon as a new browser of the account asks for the wallet. */
export const watchJoins = async (options: Options): Promise<void> => {
  const { wallet, surface, isIdle, guardPress, signal = new AbortController().signal } = options
  const { session } = wallet
  const ask = async () => {
    if (!isIdle() || !session.facts()) return null
    const question = { method: 'GET', path: 'joins', timeoutMs: pollMs, signal } as const
    return parseAnswer(joinSchema, await session.ask(question)).join
  }
  while (!signal.aborted) {
    let pause = pauseMs
    try {
      const join = await ask()
      if (join && isIdle()) {
        await answerJoin({ join, wallet, guardPress, signal, show: (root) => void surface.show('settings', root) })
        surface.hide()
      }
    } catch (thrown) {
      if (!(thrown instanceof AppError) && !signal.aborted) throw thrown
      if (thrown instanceof AppError && thrown.code === 'NEW_BROWSER') pause = newBrowserPauseMs
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
