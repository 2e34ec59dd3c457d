import { fillText } from 'loader/protocol/errors.ts'
import { element } from '../ui/element.ts'
import { body, button, foot, hero, notice } from '../ui/parts.ts'
import { messages } from './messages.ts'

type Options = {
  /** Host name of this origin, for the visitor to compare with the address bar. */
  name: string
  /** False where the browser blocked it. Called in the very moment of the press, or else it would be. */
  open(): boolean
  back(): void
}

export const windowPanel = ({ name, open, back }: Options): HTMLElement => {
  const root = element('div', {})
  const openIt = (): void => {
    if (!open()) {
      problem.replaceChildren(notice('warn', 'warn', messages.blockedTitle, messages.blocked))
      return
    }
    const reopen = button(messages.reopen, openIt, 'plain', 'open')
    root.replaceChildren(
      body(hero({ picture: 'clock', title: messages.waitingTitle, lead: messages.waiting }), problem),
      foot(reopen, button(messages.back, back, 'quiet')),
    )
    problem.replaceChildren()
    reopen.focus({ preventScroll: true })
  }
  const problem = element('div', { role: 'status' })
  root.append(
    body(hero({ picture: 'open', title: messages.title, lead: fillText(messages.lead, { name }) }), problem),
    foot(button(messages.open, openIt, 'primary', 'open'), button(messages.back, back, 'quiet')),
  )
  return root
}
