import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { element, on } from '../ui/element.ts'
import { icon } from '../ui/icon.ts'
import { button, guardedButton, notice, panelBody, panelFoot, panelIntro } from '../ui/parts.ts'
import type { NetworkBalance } from './balances.ts'
import type { GuardedPanel } from './confirmInPanel.ts'
import { messages as all } from './unlockMethodMessages.ts'

const fewNetworks = 4

type Options = { email: string; balances: readonly NetworkBalance[]; back(): void }

/**
 * Shows what a deletion of the account would lose. The visitor must type the e-mail address, which prevents an
 * accidental deletion.
 */
export const deletionPanel = ({ email, balances, back }: Options): GuardedPanel => {
  const { deletion: messages } = all
  const input = element('input', { type: 'email', id: 'delete-email', autocomplete: 'off', spellcheck: 'false' })
  const confirm = guardedButton(messages.go, 'danger')
  const isFilled = (): boolean => input.value.trim().toLowerCase() === email.toLowerCase()
  const found = balances.flatMap(({ name, text }) => (text === null ? [] : [{ name, text }]))
  const silent = balances.filter(({ text }) => text === null).map(({ name }) => name)
  const form = element(
    'form',
    { novalidate: true },
    panelBody(
      panelIntro({ title: messages.title, lead: messages.lead }),
      found.length > 0 && notice('danger', 'warn', messages.leftTitle, messages.left),
      found.length > 0 &&
        element(
          'dl',
          { class: 'facts facts--well facts--small' },
          ...found.map(({ name, text }) => element('div', {}, element('dt', {}, name), element('dd', {}, text))),
        ),
      silent.length > 0 &&
        notice(
          'warn',
          'warn',
          messages.silentTitle,
          messages.silent,
          networkList(silent),
          ...(found.length > 0 ? [] : [messages.left]),
        ),
      element('p', { class: 'legal' }, messages.kit),
      element(
        'div',
        { class: 'field' },
        element('label', { class: 'field__label', for: 'delete-email' }, fillText(messages.type, { email })),
        element('div', { class: 'input' }, input),
      ),
    ),
    panelFoot(confirm, button(all.keep, back, 'quiet')),
  )
  on(form, { submit: (event) => event.preventDefault() })
  return { root: form, button: confirm, isFilled }
}

/** Names a few networks. Behind a fold if there are many, so that the panel stays readable. */
const networkList = (names: readonly string[]): Node | string =>
  names.length <= fewNetworks
    ? listText(names)
    : element(
        'details',
        { class: 'disclosure fold' },
        element('summary', {}, fillText(all.deletion.networks, { n: names.length }), icon('next', 'fold__mark')),
        element('p', {}, listText(names)),
      )

const listText = (names: readonly string[]): string =>
  new Intl.ListFormat(document.documentElement.lang || undefined).format(names)
