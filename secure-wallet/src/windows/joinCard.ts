import type { Join } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { cleanText } from '@appkit-frame/loader/protocol/messages/cleanText.ts'
import * as v from 'valibot'
import { loadPartTexts } from '../languages/loadLanguage.ts'
import { workingPanel } from '../login/workingPanel.ts'
import type { Session } from '../session/session.ts'
import type { GuardedPanel, GuardPress } from '../settings/confirmInPanel.ts'
import { siteText, timeText } from '../settings/texts.ts'
import { element, on } from '../ui/element.ts'
import { button, guardedButton, notice, panelBody, panelFoot, panelIntro } from '../ui/parts.ts'
import type { WalletKeys } from '../unlock/keys.ts'
import { messages } from '../unlock/recovery/joinMessages.ts'
import type { CustodyApi } from '../worker/contract.ts'

const text = v.pipe(v.string(), v.maxLength(512))
export const joinSchema: v.GenericSchema<unknown, { join: Join | null }> = v.object({
  join: v.nullable(
    v.object({
      joinId: text,
      publicKey: text,
      numbers: v.pipe(v.array(v.pipe(v.string(), v.regex(/^\d\d$/))), v.length(3)),
      at: v.number(),
      host: text,
      browser: text,
    }),
  ),
})

type Options = {
  join: Join
  wallet: { session: Session; keys: WalletKeys; custody: Pick<CustodyApi, 'giveKey'> }
  show(root: HTMLElement): void
  guardPress: GuardPress
  signal: AbortSignal
}

/** Asks the visitor which number a new browser shows, and gives that browser the wallet if it is the right one. */
export const answerJoin = async ({ join, wallet, show, guardPress, signal }: Options): Promise<void> => {
  const { session, keys, custody } = wallet
  const { joinId, publicKey } = join
  await loadPartTexts('join')
  const number = await new Promise<string | null>((resolve) => {
    const ended = new AbortController()
    const end = (picked: string | null): void => {
      ended.abort()
      resolve(picked)
    }
    const panel = joinPanel(join, () => end(null))
    show(panel.root)
    guardPress(panel, AbortSignal.any([signal, ended.signal]), () => end(panel.number()))
  })
  show(workingPanel(messages.working))
  const finish = (picture: 'check' | 'stop', title: string, lead: string): Promise<void> =>
    new Promise((resolve) => {
      const root = element('div', {}, panelBody(panelIntro({ picture, title, lead })))
      root.append(panelFoot(button(messages.ok, () => resolve(), 'primary')))
      show(root)
    })
  try {
    if (number === null) {
      await session.ask({ method: 'DELETE', path: `joins/${joinId}` })
      return await finish('stop', messages.endedTitle, messages.refused)
    }
    // The server compares the number first, so that a wrong one leaves the vault key here.
    await session.ask({ method: 'POST', path: `joins/${joinId}/number`, body: { number } })
    await keys.unlock()
    const handover = await custody.giveKey(joinId, publicKey)
    await session.ask({ method: 'POST', path: `joins/${joinId}/handover`, body: { handover } })
    return await finish('check', messages.doneTitle, messages.done)
  } catch (thrown) {
    const isWrong = thrown instanceof AppError && thrown.code === 'CODE_DEAD'
    return finish('stop', isWrong ? messages.wrongTitle : messages.endedTitle, isWrong ? messages.wrong : messages.gone)
  }
}

const joinPanel = ({ host, browser, at, numbers }: Join, refuse: () => void): GuardedPanel & { number(): string } => {
  let picked = ''
  const give = guardedButton(messages.give, 'primary')
  const choice = (number: string): HTMLElement => {
    const input = element('input', { type: 'radio', name: 'join', value: number })
    on(input, {
      input: () => {
        picked = number
      },
    })
    return element('label', { class: 'check' }, input, number)
  }
  const fact = (name: string, value: string): HTMLElement =>
    element('div', {}, element('dt', {}, name), element('dd', {}, value))
  const root = element(
    'div',
    {},
    panelBody(
      panelIntro({ picture: 'shield', title: messages.askTitle, lead: messages.ask }),
      element(
        'dl',
        { class: 'facts facts--well facts--small' },
        fact(messages.site, siteText(host)),
        fact(messages.browser, cleanText(browser)),
        fact(messages.time, timeText(at)),
      ),
      element('fieldset', { class: 'field' }, element('legend', {}, messages.number), ...numbers.map(choice)),
      notice('warn', 'warn', messages.warning),
    ),
    panelFoot(give, button(messages.notMe, refuse, 'quiet-danger')),
  )
  return { root, button: give, isFilled: () => picked !== '', number: () => picked }
}
