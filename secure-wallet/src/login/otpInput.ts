import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { element, on } from '../ui/element.ts'
import { messages } from './messages.ts'

const shortLength = 6
/** After many wrong tries the server sends longer codes, which contain letters. */
const longLength = 10

/**
 * Six inputs for an OTP that is typed, pasted or autofilled. Once the visitor types a letter, one field replaces the
 * six inputs, because only long codes have letters.
 */
export const createOtpInput = (complete: (code: string) => void, isLong = false) => {
  const root = element('div', {
    class: 'otp',
    role: 'group',
    'aria-label': fillText(messages.code.group, { n: shortLength }),
  })
  const digits = createDigitInputs()
  const long = element('input', { type: 'text', autocomplete: 'one-time-code', 'aria-label': messages.code.long })
  const field = element('div', { class: 'input' }, long)

  const showField = (): void => {
    root.replaceChildren(field)
    root.classList.add('otp--long')
  }
  const fillLong = (text: string): void => {
    showField()
    long.value = text
    long.focus()
    if (text.length >= longLength) complete(text.slice(0, longLength))
  }
  const reset = (): void => {
    if (isLong) return void showField()
    // Leave the inputs where they are: an input that is moved during a press loses the focus of this press.
    if (root.firstChild !== digits[0]) root.replaceChildren(...digits)
    root.classList.remove('otp--long')
  }
  const joinValues = (inputs: readonly HTMLInputElement[]): string => inputs.map(({ value }) => value).join('')
  /** Writes the characters of `text` into the inputs, starting with the input at `index`. */
  const fill = (index: number, text: string): void => {
    const code = normalizeCode(text)
    if (/[A-Z]/.test(code)) return void fillLong(joinValues(digits.slice(0, index)) + code)
    const start = code.length >= shortLength ? 0 : index
    for (const [step, digit] of [...code].slice(0, shortLength - start).entries()) {
      const input = digits[start + step]
      if (input) input.value = digit
    }
    digits[Math.min(start + code.length, shortLength - 1)]?.focus()
    const whole = joinValues(digits)
    if (whole.length === shortLength) complete(whole)
  }
  const clear = (): void => {
    for (const input of [...digits, long]) input.value = ''
    reset()
    root.querySelector('input')?.focus()
  }

  listenToDigits(digits, fill)
  on(long, {
    input: () => {
      const code = normalizeCode(long.value)
      if (code === '' && !isLong) return void clear()
      if (code.length >= longLength) complete(code.slice(0, longLength))
    },
  })
  reset()
  return {
    root,
    clear,
    /** Covers the digits, for the time in which the keys go to another document. */
    cover: (isCovered: boolean): void => void root.classList.toggle('otp--hidden', isCovered),
    setDisabled: (isDisabled: boolean): void => {
      root.classList.toggle('otp--off', isDisabled)
      for (const input of [...digits, long]) input.disabled = isDisabled
    },
    shake: (): void => {
      root.classList.add('otp--bad', 'shake')
      root.addEventListener('animationend', () => root.classList.remove('shake'), { once: true })
      root.addEventListener('input', () => root.classList.remove('otp--bad'), { once: true })
    },
  }
}

const createDigitInputs = (): HTMLInputElement[] =>
  Array.from({ length: shortLength }, (_, index) =>
    element('input', {
      type: 'text',
      inputmode: index === 0 ? 'text' : 'numeric',
      autocapitalize: 'characters',
      // The inputs have no maxlength, because a phone's autofill writes the whole code into the first input.
      autocomplete: index === 0 ? 'one-time-code' : 'off',
      spellcheck: 'false',
      'data-focus': index === 0,
      'aria-label': fillText(messages.code.digit, { n: index + 1 }),
    }),
  )

const listenToDigits = (digits: readonly HTMLInputElement[], fill: (index: number, text: string) => void): void => {
  for (const [index, input] of digits.entries())
    on(input, {
      input: () => {
        const text = input.value
        input.value = ''
        // Typing over a digit leaves two digits in the input. The second digit is the new one.
        fill(index, text.length === 2 ? text.slice(-1) : text)
      },
      paste: (event) => {
        event.preventDefault()
        fill(index, event.clipboardData?.getData('text') ?? '')
      },
      // A late event of an input that has lost the focus again must not bring the focus back, as `select()` does.
      focus: () => document.activeElement === input && input.select(),
      // A click on the focused input would put the caret before its digit, where Backspace does nothing and a new digit
      // would count as the old one.
      click: () => input.select(),
      keydown: (event) => {
        const step = { ArrowLeft: -1, ArrowRight: 1, Backspace: input.value === '' ? -1 : 0 }[event.key]
        if (!step) return
        event.preventDefault()
        const next = digits[index + step]
        if (event.key === 'Backspace' && next) next.value = ''
        next?.focus()
      },
    })
}

/** Removes spaces and hyphens from a typed code, and turns small letters into capitals. */
const normalizeCode = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
