import type { Handover } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import * as v from 'valibot'
import { loadPartTexts } from '../../languages/loadLanguage.ts'
import { showPanelUntilDone } from '../../login/panelUntil.ts'
import { parseAnswer } from '../../session/serverSchemas.ts'
import type { Session } from '../../session/session.ts'
import { element } from '../../ui/element.ts'
import { button, panelBody, panelFoot, panelIntro } from '../../ui/parts.ts'
import type { PanelSurface } from '../../ui/surface.ts'
import type { CustodyApi } from '../../worker/contract.ts'
import { messages } from './joinMessages.ts'

type Options = {
  session: Session
  custody: Pick<CustodyApi, 'askForKey' | 'takeKey'>
  surface: PanelSurface
  /** Host name of the wallet's origin, which the visitor opens in the other browser. */
  name: string
}

const pollMs = 30_000
const retryMs = 2_000
const text = v.pipe(v.string(), v.maxLength(1_024))
const started = v.object({ joinId: text, number: text })
const state = v.object({
  handover: v.nullable(v.object({ publicKey: text, sealed: v.object({ iv: text, data: text }) })),
})
/** These failures end the request. After any other one this browser asks again. */
const endings: readonly string[] = ['CODE_DEAD', 'CHALLENGE_NOT_FOUND']

/** Asks the account's other browsers for the wallet. The visitor picks the shown number in one of them. */
export const joinByOtherBrowser = async (options: Options, signal: AbortSignal): Promise<'opened' | 'back'> => {
  const { session, custody, surface, name } = options
  await loadPartTexts('join')
  for (;;) {
    const wallet = session.facts()?.wallet
    if (!wallet) throw new AppError(walletErrors.WALLET_MISSING)
    const body = { publicKey: await custody.askForKey() }
    const { joinId, number } = parseAnswer(started, await session.ask({ method: 'POST', path: 'joins', body }))
    const end = await showPanelUntilDone<Handover | keyof typeof retries | 'back'>(signal, (resolve, reject) => {
      const ended = new AbortController()
      const root = numberPanel(name, number, () => resolve('back'))
      surface.show('recover', root).catch(reject)
      awaitHandover(session, joinId, ended.signal).then(resolve, (thrown) => {
        const { code } = Object(thrown) as { code?: unknown }
        if (code === 'CODE_DEAD') return resolve('wrong')
        if (code === 'CHALLENGE_NOT_FOUND') return resolve('expired')
        // The end of the session has left this panel, so the visitor would not hear of it.
        if (code === 'SESSION_REVOKED') showSignedOut(surface)
        reject(thrown)
      })
      return () => ended.abort()
    })
    if (end === 'back') return 'back'
    if (typeof end !== 'string') {
      await custody.takeKey(wallet, wallet.vault, joinId, end)
      return 'opened'
    }
    if ((await offerRetry(surface, retries[end](), signal)) === 'back') return 'back'
  }
}

const awaitHandover = async (session: Session, joinId: string, ended: AbortSignal): Promise<Handover> => {
  for (;;) {
    ended.throwIfAborted()
    try {
      const question = { method: 'GET', path: `joins/${joinId}`, timeoutMs: pollMs, signal: ended } as const
      const { handover } = parseAnswer(state, await session.ask(question))
      if (handover) return handover
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'SESSION_REVOKED') throw thrown
      ended.throwIfAborted()
      if (!(thrown instanceof AppError) || endings.includes(thrown.code)) throw thrown
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }
}

const numberPanel = (name: string, number: string, back: () => void): HTMLElement => {
  const head = panelIntro({ picture: 'shield', title: messages.title, lead: fillText(messages.lead, { name }) })
  head.append(element('p', { class: 'figure' }, number))
  return element(
    'div',
    {},
    panelBody(head, element('p', { class: 'legal' }, messages.help)),
    panelFoot(button(messages.back, back, 'quiet')),
  )
}

type Text = { title: string; lead: string }
const retries = {
  wrong: (): Text => ({ title: messages.wrongTitle, lead: messages.wrong }),
  expired: (): Text => ({ title: messages.expiredTitle, lead: messages.expired }),
}

const offerRetry = (surface: PanelSurface, text: Text, signal: AbortSignal): Promise<'again' | 'back'> =>
  showPanelUntilDone<'again' | 'back'>(signal, (resolve, reject) => {
    const root = element(
      'div',
      {},
      panelBody(panelIntro({ picture: 'stop', ...text })),
      panelFoot(
        button(messages.again, () => resolve('again'), 'primary'),
        button(messages.back, () => resolve('back'), 'quiet'),
      ),
    )
    surface.show('recover', root).catch(reject)
    return () => undefined
  })

const showSignedOut = (surface: PanelSurface): void => {
  const { signedOutTitle: title, signedOut: lead, ok } = messages
  const root = element('div', {}, panelBody(panelIntro({ picture: 'stop', title, lead })))
  root.append(panelFoot(button(ok, () => surface.hide(), 'primary')))
  surface.show('recover', root).catch(() => undefined)
}
