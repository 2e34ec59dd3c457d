import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import * as v from 'valibot'
import { showPanelUntilDone } from '../login/panelUntil.ts'
import { flowAskerSchema, parseAnswer } from '../session/serverSchemas.ts'
import type { Session } from '../session/session.ts'
import type { PanelSurface } from '../ui/surface.ts'
import { openWindowPanel, windowWaitingPanel } from '../unlock/recovery/windowPanel.ts'
import { type Flow, startFlow } from '../windows/flows/flow.ts'
import { answerFlow } from '../windows/flows/flowPage.ts'
import { type OfferedWallet, type OfferRequest, offerAnswerSchema } from '../windows/flows/offer.ts'
import type { CustodyApi } from '../worker/contract.ts'
import { messages } from './unlockMethodMessages.ts'

type Options = {
  session: Session
  custody: CustodyApi
  surface: PanelSurface
  /** Host name of the wallet's origin, for the visitor to compare with the window's address bar. */
  name: string
  /** The wallet's own origin. The server names it as the host of every session of a wallet window. */
  origin: string
  /** Whether the wallet is unlocked in this browser, or the browser's own share set unlocks it. */
  isOpen(): Promise<boolean>
  openWindow(path: string, fragment: string): boolean
}

/**
 * Opens a wallet window, where the visitor continues. If the window has no share set yet, this document gives it the
 * unlocked wallet.
 */
export const createWindowOffer = (options: Options) => {
  const { session, custody, surface, name, origin, isOpen, openWindow } = options

  const giveWallet = async (flow: Flow, signal: AbortSignal): Promise<void> => {
    const { publicKey, mailbox } = v.parse(offerAnswerSchema, JSON.parse(await flow.answer(signal)))
    const path = `flows/${mailbox.flowId}/asker`
    const asker = parseAnswer(flowAskerSchema, await session.ask({ method: 'GET', path }))
    if (asker.host !== origin) return
    if (!(await isOpen())) return
    const given: OfferedWallet = { handover: await custody.giveKey(flow.flowId, publicKey) }
    await answerFlow(session.ask, { ...mailbox, text: '' }, given)
  }
  /**
   * Gives the wallet to the window in the background. A window that does not get the wallet can use another unlock
   * method.
   */
  const tryToGiveWallet = async (flow: Flow, signal: AbortSignal): Promise<void> => {
    try {
      await giveWallet(flow, signal)
    } catch {
      // The wallet window never answered, the visitor left the panel, or someone other than the owner's window
      // answered.
    }
  }

  return async (signal: AbortSignal): Promise<void> => {
    const facts = session.facts()
    if (!facts?.wallet) throw new AppError(walletErrors.WALLET_MISSING)
    const request: OfferRequest = {
      walletId: facts.wallet.walletId,
      email: facts.email,
      sessionId: facts.sessionId,
    }
    const flow = await startFlow(session.ask, JSON.stringify(request), signal)
    const open = (): boolean => openWindow('/vault', `#offer=${flow.flowId}&key=${flow.key}`)
    await showPanelUntilDone<void>(signal, (resolve, reject) => {
      const ended = new AbortController()
      const { waitTitle: title, wait: lead } = messages.window
      const waiting = { title, lead, open, back: resolve, backName: messages.back }
      // The browser may still allow a popup after the press. Otherwise the panel asks for another press.
      const root = open() ? windowWaitingPanel(waiting) : openWindowPanel({ name, lead: messages.window.lead, waiting })
      surface.show('settings', root).catch(reject)
      void tryToGiveWallet(flow, ended.signal)
      return () => ended.abort()
    })
    // The wallet window may have added a passkey, so load the wallet record again.
    await session.refresh()
  }
}
