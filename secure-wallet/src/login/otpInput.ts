import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { element, on } from '../ui/element.ts'
import { messages } from './messages.ts'

const shortLength = 6
/** Where many wrong codes were tried the server sends longer ones, with letters. */
const longLength = 10

/**
 * Six boxes that take a code typed, pasted, or filled in by the phone in one piece. A letter turns them into one field:
 * such codes are longer.
 */
export const codeBoxes = (complete: (code: string) => void, isLong = false) => {
  const root = element('div', {
    class: 'otp',
    role: 'group',
    'aria-label': fillText(messages.code.group, { n: shortLength }),
  })
  const boxes = Array.from({ length: shortLength }, (_, place) =>
    element('input', {
      type: 'text',
      inputmode: place === 0 ? 'text' : 'numeric',
      autocapitalize: 'characters',
      // No maxlength: a phone puts the whole code into the first one.
      autocomplete: place === 0 ? 'one-time-code' : 'off',
      spellcheck: 'false',
      'data-focus': place === 0,
      'aria-label': fillText(messages.code.digit, { n: place + 1 }),
    }),
  )
  const long = element('input', { type: 'text', autocomplete: 'one-time-code', 'aria-label': messages.code.long })
  const field = element('div', { class: 'input' }, long)

  const showField = (): void => {
    root.replaceChildren(field)
    root.classList.add('otp--long')
  }
  const showLong = (text: string): void => {
    showField()
    long.value = text
    long.focus()
    if (text.length >= longLength) complete(text.slice(0, longLength))
  }
  const showShort = (): void => {
    if (isLong) return void showField()
    root.replaceChildren(...boxes)
    root.classList.remove('otp--long')
  }
  /** Puts `text` into the boxes from `place` on. */
  const fill = (place: number, text: string): void => {
    const plain = plainCode(text)
    if (/[A-Z]/.test(plain))
      return void showLong(
        boxes
          .slice(0, place)
          .map(({ value }) => value)
          .join('') + plain,
      )
    const start = plain.length >= shortLength ? 0 : place
    for (const [step, digit] of [...plain].slice(0, shortLength - start).entries()) {
      const box = boxes[start + step]
      if (box) box.value = digit
    }
    boxes[Math.min(start + plain.length, shortLength - 1)]?.focus()
    const code = boxes.map(({ value }) => value).join('')
    if (code.length === shortLength) complete(code)
  }

  for (const [place, box] of boxes.entries())
    on(box, {
      input: () => {
        const text = box.value
        box.value = ''
        // Typing over a digit leaves both in the box; the new one counts.
        fill(place, text.length === 2 ? text.slice(-1) : text)
      },
      paste: (event) => {
        event.preventDefault()
        fill(place, event.clipboardData?.getData('text') ?? '')
      },
      focus: () => box.select(),
      keydown: (event) => {
        const step = { ArrowLeft: -1, ArrowRight: 1, Backspace: box.value === '' ? -1 : 0 }[event.key]
        if (!step) return
        event.preventDefault()
        const next = boxes[place + step]
        if (event.key === 'Backspace' && next) next.value = ''
        next?.focus()
      },
    })
  on(long, {
    input: () => {
      const code = plainCode(long.value)
      if (code === '' && !isLong) return void clear()
      if (code.length >= longLength) complete(code.slice(0, longLength))
    },
  })

  const clear = (): void => {
    for (const box of boxes) box.value = ''
    long.value = ''
    showShort()
    root.querySelector('input')?.focus()
  }
  const setOff = (isOff: boolean): void => {
    root.classList.toggle('otp--off', isOff)
    for (const box of [...boxes, long]) box.disabled = isOff
  }
  const shake = (): void => {
    root.classList.add('otp--bad', 'shake')
    root.addEventListener('animationend', () => root.classList.remove('shake'), { once: true })
    root.addEventListener('input', () => root.classList.remove('otp--bad'), { once: true })
  }
  showShort()
  return { root, clear, setOff, shake }
}

/** As it was meant: with spaces or hyphens, in small letters. */
const plainCode = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
