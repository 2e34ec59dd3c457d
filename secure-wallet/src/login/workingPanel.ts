import { errorText } from '../languages/errorText.ts'
import { element } from '../ui/element.ts'
import { button, notice, panelBody, panelFoot, panelIntro, spinner } from '../ui/parts.ts'
import { messages } from './messages.ts'

export const workingPanel = (line: string): HTMLElement =>
  element(
    'div',
    { class: 'wait' },
    panelBody(
      panelIntro({ picture: 'lock', title: messages.working.title }),
      element('p', { class: 'legal', role: 'status' }, spinner(), ` ${line}`),
    ),
  )

/** Explains a failure and offers to try again. */
export const failurePanel = (thrown: unknown, again: () => void, leave: () => void): HTMLElement => {
  const { working: text } = messages
  return element(
    'div',
    {},
    panelBody(notice('danger', 'warn', text.failedTitle, errorText(thrown))),
    panelFoot(button(text.again, again, 'primary'), button(text.notNow, leave, 'quiet')),
  )
}
