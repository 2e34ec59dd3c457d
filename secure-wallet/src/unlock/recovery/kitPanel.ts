import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { errorText } from '../../languages/errorText.ts'
import { explainTakenKeyboard } from '../../login/keyboardNotice.ts'
import { messages } from '../../login/messages.ts'
import { element, on } from '../../ui/element.ts'
import { button, errorLine, panelFoot, panelIntro, setDisabled, spinner } from '../../ui/parts.ts'
import { type KitFile, readKitFile } from '../kitFile.ts'

const fileLimit = 10_000

type Options = {
  /** Unlocks the wallet with the kit file and its words. Resolves when the wallet is unlocked. */
  open(file: KitFile, phrase: string): Promise<void>
  /** Leads back to the list of recovery methods. Null if the wallet has no other recovery method. */
  back: (() => void) | null
  /** Opens the wallet in a wallet window instead. Null if this document has no such way. */
  openWindow: (() => void) | null
  signal: AbortSignal
}

export const kitPanel = ({ open, back, openWindow, signal }: Options): HTMLElement => {
  const { recover: text } = messages
  const file = element('input', { type: 'file', id: 'kit-file', accept: '.json,application/json' })
  const words = element('textarea', {
    id: 'kit-words',
    rows: 2,
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
  })
  const problem = errorLine('', words)
  const keyboardArea = element('div', {})
  const state = element('p', { class: 'legal', role: 'status' })

  const submit = async (): Promise<void> => {
    problem.setText('')
    setDisabled(go, true)
    state.replaceChildren(spinner(), ` ${text.kitOpening}`)
    try {
      const chosen = file.files?.[0]
      if (!chosen || chosen.size > fileLimit) throw new AppError(walletErrors.KEY_NOT_UNLOCKED)
      await open(readKitFile(await chosen.text()), words.value)
    } catch (thrown) {
      const isWrong = thrown instanceof AppError && thrown.code === 'KEY_NOT_UNLOCKED'
      problem.setText(isWrong || !(thrown instanceof AppError) ? text.kitFailed : errorText(thrown))
    }
    state.replaceChildren()
    setDisabled(go, false)
  }
  const go = button(text.kitOpen, () => void submit(), 'primary')
  const field = (label: string, input: HTMLElement): HTMLElement =>
    element(
      'div',
      { class: 'field' },
      element('label', { class: 'field__label', for: input.id }, label),
      element('div', { class: 'input' }, input),
    )
  const form = element(
    'form',
    { class: 'body', novalidate: true },
    panelIntro({ picture: 'doc', title: text.kitTitle }),
    field(text.kitFile, file),
    field(text.kitWords, words),
    keyboardArea,
    problem.root,
    state,
  )
  on(form, { submit: (event) => event.preventDefault() })
  explainTakenKeyboard({
    ...{ secret: 'words', root: form, area: keyboardArea, openWindow, signal },
    cover: (isCovered) => words.parentElement?.classList.toggle('input--hidden', isCovered),
    clear: () => {
      words.value = ''
    },
    setDisabled: (isDisabled) => {
      words.disabled = isDisabled
    },
  })
  return element('div', {}, form, panelFoot(go, back && button(text.back, back, 'quiet')))
}
