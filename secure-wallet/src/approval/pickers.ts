import { element, on } from '../ui/element.ts'
import { messages } from './messages.ts'
import type { Choice } from './proposal.ts'

export const feePicker = (choices: readonly Choice[], preset: Choice, pick: (choice: Choice) => void): HTMLElement =>
  element(
    'fieldset',
    { class: 'approve__fees' },
    element('legend', { class: 'hidden' }, messages.rows.fee),
    ...choices.map((choice) =>
      element(
        'label',
        {},
        on(element('input', { type: 'radio', name: 'fee', value: choice.id, checked: choice === preset }), {
          change: () => pick(choice),
        }),
        choice.name,
      ),
    ),
  )
