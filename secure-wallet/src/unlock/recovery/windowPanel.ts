import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { element } from '../../ui/element.ts'
import { button, notice, panelBody, panelFoot, panelIntro } from '../../ui/parts.ts'
import { messages } from './messages.ts'

type Waiting = {
  title: string
  lead: string
  /** The visitor types this number in the wallet window. */
  number?: string
  /**
   * Opens the wallet window. Returns false if the browser blocked the window, because the last press was too long ago.
   */
  open(): boolean
  back(): void
  /** The label of the back button, if the button does not lead to the list of recovery methods. */
  backName?: string
}
type Options = {
  /** Host name of the wallet's origin, for the visitor to compare with the window's address bar. */
  name: string
  lead: string
  waiting: Waiting
}

/** Asks the visitor for a press, because browsers open a window only after a press. */
export const openWindowPanel = ({ name, lead, waiting }: Options): HTMLElement => {
  const root = element('div', {})
  const problem = element('div', { role: 'status' })
  const openIt = (): void => {
    if (!waiting.open()) {
      problem.replaceChildren(blocked())
      return
    }
    const next = windowWaitingPanel(waiting)
    root.replaceChildren(next)
    next.querySelector('button')?.focus({ preventScroll: true })
  }
  root.append(
    panelBody(panelIntro({ picture: 'open', title: messages.title, lead: fillText(lead, { name }) }), problem),
    panelFoot(button(messages.open, openIt, 'primary', 'open'), backButton(waiting)),
  )
  return root
}

export const windowWaitingPanel = (waiting: Waiting): HTMLElement => {
  const { title, lead, number, open } = waiting
  const problem = element('div', { role: 'status' })
  const reopen = (): void => problem.replaceChildren(...(open() ? [] : [blocked()]))
  const head = panelIntro({ picture: 'clock', title, lead })
  if (number !== undefined) head.append(element('p', { class: 'figure' }, number))
  return element(
    'div',
    {},
    panelBody(head, problem),
    panelFoot(button(messages.reopen, reopen, 'plain', 'open'), backButton(waiting)),
  )
}

/**
 * Says that the number typed in the wallet window was wrong: the visitor mistyped it, or the window belongs to someone
 * else.
 */
export const wrongNumberPanel = (back: () => void): HTMLElement =>
  element(
    'div',
    {},
    panelBody(panelIntro({ picture: 'stop', title: messages.wrongTitle, lead: messages.wrong })),
    panelFoot(button(messages.back, back, 'primary')),
  )

const backButton = ({ back, backName = messages.back }: Waiting): HTMLElement => button(backName, back, 'quiet')

const blocked = (): HTMLElement => notice('warn', 'warn', messages.blockedTitle, messages.blocked)
