import type { LimitedSite } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { element, on } from '../../ui/element.ts'
import { button, guardedButton, notice, panelBody, panelFoot, panelIntro, rowButton, rowList } from '../../ui/parts.ts'
import type { GuardedPanel } from '../confirmInPanel.ts'
import { siteText } from '../texts.ts'
import type { NewLimit } from './limitsClient.ts'
import { messages } from './messages.ts'
import { findToken, type LimitToken, readAmount, writeAmount } from './tokenAmounts.ts'

export type SitesChoice = { site: LimitedSite } | 'receivers' | 'back'

type ListOptions = { sites: readonly LimitedSite[]; tokens: readonly LimitToken[]; choose(choice: SitesChoice): void }

export const sitesPanel = ({ sites, tokens, choose }: ListOptions): HTMLElement => {
  const rows = sites.map((site) => {
    const { host, limit } = site
    const line = limit
      ? fillText(messages.paysUpTo, { amount: writeAmount(tokens, limit.perDay, limit) })
      : messages.asks
    return rowButton({ picture: 'open', name: siteText(host), line }, () => choose({ site }))
  })
  const receivers = rowButton({ picture: 'check', name: messages.receivers, line: messages.receiversLine }, () =>
    choose('receivers'),
  )
  return element(
    'div',
    {},
    panelBody(
      panelIntro({ title: messages.title, lead: messages.lead }),
      rows.length === 0 && element('p', { class: 'legal' }, messages.none),
      rowList(...rows, receivers),
      element('p', { class: 'legal' }, messages.others),
    ),
    panelFoot(button(messages.back, () => choose('back'), 'quiet')),
  )
}

type SiteOptions = {
  site: LimitedSite
  tokens: readonly LimitToken[]
  /** Called with each change of the form. Null until the form holds a limit. */
  changed(limit: NewLimit | null): void
  remove(): void
  back(): void
}

/** The limit of one site. Its button that allows more has the approval gates; the one that allows less needs none. */
export const sitePanel = ({ site, tokens, changed, remove, back }: SiteOptions): GuardedPanel => {
  const { host, limit } = site
  const { site: text } = messages
  const known = limit && findToken(tokens, limit)
  const token = element(
    'select',
    { class: 'select', id: 'limit-token' },
    ...tokens.map((each, index) =>
      element('option', { value: index, selected: each === known }, `${each.symbol}, ${each.network}`),
    ),
  )
  const amount = element('input', {
    id: 'limit-amount',
    type: 'text',
    inputmode: 'decimal',
    autocomplete: 'off',
    spellcheck: 'false',
  })
  const save = guardedButton(text.save, 'primary')
  const read = (): NewLimit | null => {
    const picked = tokens[Number(token.value)]
    const perDay = picked ? readAmount(amount.value, picked) : null
    return picked && perDay !== null ? { host, chainId: picked.chainId, token: picked.address, perDay } : null
  }
  const facts = limit
    ? [
        [text.allowed, fillText(text.upTo, { amount: writeAmount(tokens, limit.perDay, limit) })],
        [text.spent, writeAmount(tokens, limit.spentToday, limit)],
      ]
    : [[text.allowed, text.never]]
  const form = element(
    'form',
    { novalidate: true },
    panelBody(
      panelIntro({ picture: 'open', title: siteText(host) }),
      element(
        'dl',
        { class: 'facts facts--well facts--small' },
        ...facts.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))),
      ),
      element('p', { class: 'lead' }, text.question),
      field(text.token, token),
      field(text.amount, element('div', { class: 'input' }, amount), 'limit-amount'),
      element('p', { class: 'legal' }, text.note),
      notice('info', 'shield', text.riskTitle, fillText(text.risk, { site: siteText(host) })),
    ),
    panelFoot(save, limit && button(text.remove, remove, 'quiet-danger'), button(messages.back, back, 'quiet')),
  )
  on(form, { submit: (event) => event.preventDefault(), input: () => changed(read()) })
  return { root: form, button: save, isFilled: () => read() !== null }
}

export const field = (label: string, control: HTMLElement, id = control.id): HTMLElement =>
  element('div', { class: 'field' }, element('label', { class: 'field__label', for: id }, label), control)
