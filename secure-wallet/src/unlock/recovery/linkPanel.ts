import { messages } from '../../login/messages.ts'
import { resendButton } from '../../login/resendButton.ts'
import { element } from '../../ui/element.ts'
import { button, errorLine, panelBody, panelFoot, panelIntro, sentenceWithValues } from '../../ui/parts.ts'

type Options = {
  email: string
  number: string
  resendAt: number
  /** Requests another link. Resolves to the time at which the visitor may request the next one. */
  resend(): Promise<number>
  /** Leads back to the list of recovery methods. */
  back(): void
}

/** Shows the number that the owner picks behind the link in the guardian's mail, so that nobody opens a stranger's browser. */
export const recoveryLinkPanel = ({ email, number, resendAt, resend, back }: Options) => {
  const { link: text } = messages.recover
  const problem = errorLine('hint--centre')
  const again = resendButton({ resendAt, resend, resent: (failure) => problem.setText(failure ?? '') })
  const head = panelIntro({ title: text.title, lead: sentenceWithValues(text.lead, { email }) })
  head.append(element('p', { class: 'figure' }, number))
  const root = element(
    'div',
    {},
    panelBody(head, problem.root, element('p', { class: 'legal' }, text.help)),
    panelFoot(again.root, button(text.back, back, 'quiet')),
  )
  return { root, close: again.close }
}

export type LinkEnd = 'expired' | 'wrong' | 'stopped' | 'frozen'

/** Says why a link opened nothing. While the recovery is frozen, another link would open nothing either. */
export const recoveryLinkEndedPanel = (end: LinkEnd, restart: () => void, back: () => void): HTMLElement => {
  const { link: text } = messages.recover
  const { title, lead } = text.ends[end]
  return element(
    'div',
    {},
    panelBody(panelIntro({ picture: end === 'expired' ? 'clock' : 'stop', title, lead })),
    panelFoot(
      end !== 'frozen' && button(messages.again, restart, 'primary'),
      button(text.back, back, end === 'frozen' ? 'primary' : 'quiet'),
    ),
  )
}
