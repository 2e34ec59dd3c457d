import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import * as v from 'valibot'
import { showPanelUntilDone } from '../../login/panelUntil.ts'
import type { Session } from '../../session/session.ts'
import type { PanelSurface } from '../../ui/surface.ts'
import { type EnrolRequest, enrolAnswerSchema, enrolmentNumber } from '../../windows/flows/enrolment.ts'
import { type Flow, startFlow } from '../../windows/flows/flow.ts'
import type { CustodyApi } from '../../worker/contract.ts'
import { messages } from './messages.ts'
import { openWindowPanel, windowWaitingPanel, wrongNumberPanel } from './windowPanel.ts'

type Options = {
  session: Session
  custody: CustodyApi
  surface: PanelSurface
  /** The origin of the host page, as the browser attested it. */
  host: string
  /** Host name of the wallet's origin, for the visitor to compare with the window's address bar. */
  name: string
  openWindow(path: string, fragment: string): boolean
}

/**
 * Asks a wallet window for the wallet. The window's storage is first-party and lasts longer. The secure frame's storage
 * is partitioned by site, or denied (SECURITY-MODEL.md 2.3).
 */
export const createWindowRecovery =
  ({ session, custody, surface, host, name, openWindow }: Options) =>
  async (signal: AbortSignal): Promise<'opened' | 'back'> => {
    const facts = session.facts()
    if (!facts?.wallet) throw new AppError(walletErrors.WALLET_MISSING)
    const { email, wallet } = facts
    const request: EnrolRequest = { host, walletId: wallet.walletId, email, publicKey: await custody.askForKey() }
    const flow = await startFlow(session.ask, JSON.stringify(request), signal)
    const answer = await showPanelUntilDone<string | null>(signal, (resolve, reject) => {
      const ended = new AbortController()
      const waiting = {
        title: messages.waitingTitle,
        lead: messages.waiting,
        number: enrolmentNumber(flow),
        open: () => openWindow('/vault', `#enrol=${flow.flowId}&key=${flow.key}`),
        back: () => resolve(null),
      }
      // The browser may still allow a popup because of the visitor's last press. If not, a panel asks for another
      // press.
      const root = waiting.open()
        ? windowWaitingPanel(waiting)
        : openWindowPanel({ name, lead: messages.lead, waiting })
      surface.show('recover', root).catch(reject)
      awaitAnswer(flow, ended.signal).then(resolve, reject)
      return () => ended.abort()
    })
    if (answer === null) return 'back'
    const read = v.parse(enrolAnswerSchema, JSON.parse(answer))
    if (!read.isEnabled) {
      if (read.why === 'wrongNumber')
        await showPanelUntilDone<void>(signal, (resolve, reject) => {
          surface.show('recover', wrongNumberPanel(resolve)).catch(reject)
          return () => undefined
        })
      return 'back'
    }
    await custody.takeKey(wallet, wallet.vault, flow.flowId, read.handover)
    return 'opened'
  }

const awaitAnswer = async ({ answer }: Flow, signal: AbortSignal): Promise<string> => {
  try {
    return await answer(signal)
  } catch (thrown) {
    if (thrown instanceof AppError || signal.aborted) throw thrown
    // The answer cannot be decrypted, so it does not come from the window of this flow.
    throw new AppError(walletErrors.FLOW_NOT_FOUND, { cause: thrown })
  }
}
