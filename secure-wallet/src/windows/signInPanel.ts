import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { cleanText } from '@appkit-frame/loader/protocol/messages/cleanText.ts'
import { errorText } from '../languages/errorText.ts'
import { element, on } from '../ui/element.ts'
import { button, errorLine, panelBody, panelFoot, panelIntro, setDisabled } from '../ui/parts.ts'
import { messages } from './messages.ts'

/** Asks for the visitor's e-mail address, because a wallet window has no modal that could ask. */
export const signInPanel = (signIn: (email: string) => Promise<unknown>, email = ''): HTMLElement => {
  const { vault: text } = messages
  const input = element('input', {
    type: 'email',
    id: 'email',
    autocomplete: 'email',
    required: true,
    'data-focus': true,
  })
  input.value = cleanText(email)
  const problem = errorLine('', input)
  const submit = async (): Promise<void> => {
    if (go.getAttribute('aria-disabled') === 'true') return
    problem.setText('')
    if (!input.value.trim() || !input.validity.valid) {
      problem.setText(errorText(new AppError(walletErrors.INVALID_EMAIL)))
      return input.focus()
    }
    setDisabled(go, true)
    try {
      await signIn(input.value.trim())
    } catch (thrown) {
      problem.setText(errorText(thrown))
    }
    setDisabled(go, false)
  }
  const go = button(text.go, () => void submit(), 'primary')
  const form = element(
    'form',
    { novalidate: true },
    panelBody(
      panelIntro({ picture: 'lock', title: text.signInTitle, lead: text.signInLead }),
      element(
        'div',
        { class: 'field' },
        element('label', { class: 'field__label', for: 'email' }, text.email),
        element('div', { class: 'input' }, input),
        problem.root,
      ),
    ),
    panelFoot(go),
  )
  return on(form, {
    submit: (event) => {
      event.preventDefault()
      void submit()
    },
    keydown: (event) => {
      if (event.key === 'Enter' && event.target === input) {
        event.preventDefault()
        void submit()
      }
    },
  })
}
