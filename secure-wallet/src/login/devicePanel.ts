import type { EmailLogin } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { errorText } from '../languages/errorText.ts'
import { element } from '../ui/element.ts'
import { body, button, foot, hero, problemLine, sentence, setDisabled, spinner } from '../ui/parts.ts'
import { messages } from './messages.ts'
import { resendButton } from './resendButton.ts'

type Options = {
  email: string
  login: EmailLogin
  resend(): Promise<EmailLogin>
  other(): void
}

/** The number that the page behind the mail's link asks for, so that nobody approves another one's login unseen. */
export const devicePanel = ({ email, login, resend, other }: Options) => {
  const { device: text } = messages
  const number = element('p', { class: 'figure', 'aria-live': 'polite' }, login.matchNumber ?? '')
  const problem = problemLine('hint--centre')
  const state = element('p', { class: 'legal', role: 'status' }, spinner(), ` ${text.waiting}`)
  const again = resendButton({
    resendAt: login.resendAt,
    resend: async () => {
      const next = await resend()
      number.replaceChildren(next.matchNumber ?? '')
      return next.resendAt
    },
    told: (said) => problem.tell(said ?? ''),
  })
  const head = hero({ title: text.title, lead: sentence(text.lead, { email }) })
  head.append(number)
  const root = element(
    'div',
    {},
    body(head, problem.root, state, element('p', { class: 'legal' }, text.help)),
    foot(again.root, button(messages.otherEmail, other, 'quiet')),
  )
  return { root, close: again.close }
}

/** Refused or too late. */
export const deviceEndedPanel = (
  state: 'REFUSED' | 'EXPIRED',
  email: string,
  restart: () => Promise<void>,
  other: () => void,
): HTMLElement => {
  const { device: text } = messages
  const isRefused = state === 'REFUSED'
  const headline = isRefused ? text.refusedTitle : text.expiredTitle
  const line = sentence(isRefused ? text.refused : text.expired, { email })
  const problem = problemLine('hint--centre')
  const press = async (pressed: HTMLElement): Promise<void> => {
    setDisabled(pressed, true)
    problem.tell('')
    await restart().catch((thrown) => {
      problem.tell(errorText(thrown))
    })
    setDisabled(pressed, false)
  }
  return element(
    'div',
    {},
    body(hero({ picture: isRefused ? 'stop' : 'clock', title: headline, lead: line }), problem.root),
    foot(
      button(isRefused ? messages.again : messages.sendNewLink, (pressed) => void press(pressed), 'primary'),
      button(messages.otherEmail, other, 'quiet'),
    ),
  )
}
