import type { EmailLogin } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { errorText } from '../languages/errorText.ts'
import { element } from '../ui/element.ts'
import {
  button,
  errorLine,
  panelBody,
  panelFoot,
  panelIntro,
  sentenceWithValues,
  setDisabled,
  spinner,
} from '../ui/parts.ts'
import { messages } from './messages.ts'
import { resendButton } from './resendButton.ts'

type Options = {
  email: string
  login: EmailLogin
  resend(): Promise<EmailLogin>
  other(): void
}

/**
 * Shows the number that the visitor chooses on the page behind the mail's link, so that nobody approves a stranger's
 * login by mistake.
 */
export const deviceConfirmationPanel = ({ email, login, resend, other }: Options) => {
  const { device: text } = messages
  const number = element('p', { class: 'figure', 'aria-live': 'polite' }, login.matchNumber ?? '')
  const problem = errorLine('hint--centre')
  const state = element('p', { class: 'legal', role: 'status' }, spinner(), ` ${text.waiting}`)
  const again = resendButton({
    resendAt: login.resendAt,
    resend: async () => {
      const next = await resend()
      number.replaceChildren(next.matchNumber ?? '')
      return next.resendAt
    },
    resent: (failure) => problem.setText(failure ?? ''),
  })
  const head = panelIntro({ title: text.title, lead: sentenceWithValues(text.lead, { email }) })
  head.append(number)
  const root = element(
    'div',
    {},
    panelBody(head, problem.root, state, element('p', { class: 'legal' }, text.help)),
    panelFoot(again.root, button(messages.otherEmail, other, 'quiet')),
  )
  return { root, close: again.close }
}

export const deviceConfirmationEndedPanel = (
  state: 'REFUSED' | 'EXPIRED',
  email: string,
  restart: () => Promise<void>,
  other: () => void,
): HTMLElement => {
  const { device: text } = messages
  const isRefused = state === 'REFUSED'
  const title = isRefused ? text.refusedTitle : text.expiredTitle
  const lead = sentenceWithValues(isRefused ? text.refused : text.expired, { email })
  const problem = errorLine('hint--centre')
  const press = async (pressed: HTMLElement): Promise<void> => {
    setDisabled(pressed, true)
    problem.setText('')
    await restart().catch((thrown) => {
      problem.setText(errorText(thrown))
    })
    setDisabled(pressed, false)
  }
  return element(
    'div',
    {},
    panelBody(panelIntro({ picture: isRefused ? 'stop' : 'clock', title, lead }), problem.root),
    panelFoot(
      button(isRefused ? messages.again : messages.sendNewLink, (pressed) => void press(pressed), 'primary'),
      button(messages.otherEmail, other, 'quiet'),
    ),
  )
}
