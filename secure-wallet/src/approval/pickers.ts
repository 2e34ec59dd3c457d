import { element, on } from '../ui/element.ts'
import { messages } from './messages.ts'
import type { AllowanceLimit, ApprovalChoice } from './proposal.ts'

type Row = { id: string; text: readonly (Node | string)[]; isPicked: boolean }

/**
 * A group of radio buttons. Every change calls `pick`, because the picked row decides what the approve button signs.
 */
const radios = (name: string, legend: HTMLElement, rows: readonly Row[], pick: (id: string) => void): HTMLElement =>
  element(
    'fieldset',
    { class: `approve__picker approve__picker--${name}` },
    legend,
    ...rows.map(({ id, text, isPicked }) =>
      element(
        'label',
        {},
        on(element('input', { type: 'radio', name, value: id, checked: isPicked }), { change: () => pick(id) }),
        ...text,
      ),
    ),
  )

/** The picker of a fee. It identifies fees by their names, which are the same for each limit. */
export const feePicker = (
  choices: readonly ApprovalChoice[],
  preset: ApprovalChoice,
  pick: (name: string) => void,
): HTMLElement =>
  radios(
    'fee',
    element('legend', { class: 'hidden' }, messages.rows.fee),
    choices.map((choice) => ({ id: choice.name, text: [choice.name], isPicked: choice === preset })),
    pick,
  )

export const limitPicker = (
  limits: readonly AllowanceLimit[],
  presetId: string | undefined,
  pick: (limitId: string) => void,
): HTMLElement =>
  radios(
    'limit',
    element('legend', { class: 'section-title' }, messages.rows.limit),
    limits.map(({ id, name, note }) => ({
      id,
      text: [element('span', { class: 'approve__limit' }, name, element('small', {}, note))],
      isPicked: id === presetId,
    })),
    pick,
  )
