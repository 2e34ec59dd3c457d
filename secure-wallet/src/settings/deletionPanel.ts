import { fillText } from 'loader/protocol/errors.ts'
import { element, on } from '../ui/element.ts'
import { body, button, foot, hero, list, notice, row, setDisabled } from '../ui/parts.ts'
import type { Balance } from './balances.ts'
import { messages as all } from './wayMessages.ts'

type Options = { email: string; balances: readonly Balance[]; go(): void; back(): void }

/** What would be lost stands there, and the address has to be typed: nobody does that by mistake. */
export const deletionPanel = ({ email, balances, go, back }: Options): HTMLElement => {
  const { deletion: messages } = all
  const input = element('input', { type: 'email', id: 'delete-email', autocomplete: 'off', spellcheck: 'false' })
  const confirm = button(messages.go, go, 'danger')
  const judge = (): void => setDisabled(confirm, input.value.trim().toLowerCase() !== email.toLowerCase())
  on(input, { input: judge })
  judge()
  const form = element(
    'form',
    { novalidate: true },
    body(
      hero({ title: messages.title, lead: messages.lead }),
      balances.length > 0 && notice('danger', 'warn', messages.leftTitle, messages.left),
      balances.length > 0 &&
        list(...balances.map(({ name, text }) => row({ picture: 'key', name, line: text ?? messages.unknown }))),
      element('p', { class: 'legal' }, messages.kit),
      element(
        'div',
        { class: 'field' },
        element('label', { class: 'field__label', for: 'delete-email' }, fillText(messages.type, { email })),
        element('div', { class: 'input' }, input),
      ),
    ),
    foot(confirm, button(all.keep, back, 'quiet')),
  )
  return on(form, { submit: (event) => event.preventDefault() })
}
