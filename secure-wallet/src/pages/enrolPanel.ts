import { fillText } from 'loader/protocol/errors.ts'
import type { FlowAsker } from 'loader/protocol/walletApi.ts'
import { element } from '../ui/element.ts'
import { body, button, foot, hero } from '../ui/parts.ts'
import { messages } from './enrolMessages.ts'

type Options = { asker: FlowAsker; address: string; refuse(): void }

/** Nothing is bound to `enable` here: it answers to a press that passed the gates of a window. */
export const enrolPanel = ({ asker: { host, browser }, address, refuse }: Options) => {
  const site = new URL(host).host
  const enable = button(fillText(messages.enable, { site }), () => undefined, 'primary')
  const problem = element('div', { role: 'status' })
  const fact = (name: string, value: string): HTMLElement =>
    element('div', {}, element('dt', {}, name), element('dd', {}, value))
  const root = element(
    'div',
    {},
    body(
      hero({
        picture: 'shield',
        title: fillText(messages.title, { site }),
        lead: fillText(messages.lead, { site }),
      }),
      element(
        'dl',
        { class: 'facts facts--well facts--small' },
        fact(messages.site, site),
        fact(messages.browser, browser),
        fact(messages.wallet, `${address.slice(0, 6)}…${address.slice(-4)}`),
      ),
      element('p', { class: 'legal' }, messages.note),
      problem,
    ),
    foot(enable, button(messages.cancel, refuse, 'quiet')),
  )
  return { root, enable, problem }
}
