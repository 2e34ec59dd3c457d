import { cleanText } from '@appkit-frame/loader/protocol/messages/cleanText.ts'
import { element, on } from './element.ts'
import { type IconName, icon } from './icon.ts'

type Press = (button: HTMLButtonElement) => void
type ButtonKind = 'primary' | 'plain' | 'quiet' | 'danger' | 'quiet-danger'

/**
 * A button. It is disabled by `aria-disabled`, so that a disabled button keeps the focus and screen readers find it.
 */
export const button = (
  text: string,
  press: Press,
  kind: ButtonKind = 'plain',
  picture?: IconName,
): HTMLButtonElement => {
  const className = kind === 'plain' ? 'button' : `button button--${kind}`
  const made = element('button', { type: 'button', class: className }, picture && icon(picture), text)
  return on(made, {
    click: () => {
      if (made.getAttribute('aria-disabled') !== 'true') press(made)
    },
  })
}

/** A disabled button, whose presses a caller guards (`GuardPress`). */
export const guardedButton = (text: string, kind: ButtonKind): HTMLButtonElement => {
  const made = button(text, () => undefined, kind)
  setDisabled(made, true)
  return made
}

/** Changes a button's style without replacing the button, so that it keeps the focus and its listeners. */
export const setButtonStyle = (made: HTMLElement, kind: 'primary' | 'quiet' | 'quiet-danger'): void => {
  for (const each of ['primary', 'quiet', 'quiet-danger']) made.classList.toggle(`button--${each}`, each === kind)
}

export const setDisabled = (made: HTMLElement, isDisabled: boolean): void => {
  if (isDisabled) made.setAttribute('aria-disabled', 'true')
  else made.removeAttribute('aria-disabled')
}

/** Changes the text of an element and keeps its other content, such as an icon. */
export const setText = (made: HTMLElement, text: string): void => {
  const last = made.lastChild
  if (last?.nodeType === Node.TEXT_NODE) last.textContent = text
  else made.append(text)
}

/** Fills the placeholders of a text with emphasised values, cleans them, and isolates the text direction of each. */
export const sentenceWithValues = (text: string, values: { readonly [name: string]: string }): HTMLElement =>
  element(
    'span',
    {},
    ...text
      .split(/\{(\w+)\}/)
      .map((part, index) =>
        index % 2 === 0 ? part : element('bdi', { class: 'strong' }, ...breakable(cleanText(values[part] ?? ''))),
      ),
  )

/** Allows a line break after the `@` of a long e-mail address, so that the line does not break within a name. */
const breakable = (text: string): (Node | string)[] =>
  text.split(/(?<=@)/).flatMap((part, index) => (index === 0 ? [part] : [element('wbr'), part]))

const tones: { readonly [Name in IconName]?: string } = { check: 'tile--ok', stop: 'tile--danger', warn: 'tile--warn' }

/** An icon, a title and a line of text. The title can take the focus. */
export const panelIntro = ({
  picture,
  tone,
  title,
  lead,
}: {
  picture?: IconName
  /** The colour tone of the icon, if it differs from the tone that the icon implies. */
  tone?: 'danger'
  title: string
  lead?: string | Node
}): HTMLElement =>
  element(
    'div',
    { class: 'hero' },
    picture &&
      element(
        'span',
        { class: `tile tile--64 tile--plain ${tone ? `tile--${tone}` : (tones[picture] ?? '')}`.trim() },
        icon(picture),
      ),
    element('h1', { class: 'title', tabindex: -1 }, title),
    lead !== undefined && element('p', { class: 'lead' }, lead),
  )

type Tone = 'warn' | 'danger' | 'ok' | 'info'
export const notice = (tone: Tone, picture: IconName, title: string, ...lines: (string | Node)[]): HTMLElement =>
  element(
    'div',
    { class: `notice notice--${tone}`, role: tone === 'danger' ? 'alert' : undefined },
    icon(picture),
    element(
      'div',
      { class: 'notice__main' },
      element('p', { class: 'notice__title' }, title),
      ...lines.map((line) => element('p', {}, line)),
    ),
  )

/** A notice about the result of a press. Screen readers read it at once. */
export const resultNotice = (title: string, ...lines: string[]): HTMLElement => {
  const made = notice('warn', 'warn', title, ...lines)
  made.setAttribute('role', 'alert')
  return made
}

type RowText = { picture: IconName; name: string; line?: string }
export const rowButton = ({ picture, name, line }: RowText, press: Press): HTMLLIElement => {
  const made = element(
    'button',
    { type: 'button', class: 'row' },
    ...rowParts({ picture, name, ...(line !== undefined && { line }) }),
  )
  made.append(icon('next', 'icon--turns icon--small'))
  return element('li', {}, on(made, { click: () => press(made) }))
}
export const listRow = (text: RowText, end?: Node): HTMLLIElement =>
  element('li', { class: 'row' }, ...rowParts(text), end)

const rowParts = ({ picture, name, line }: RowText): Node[] => [
  element('span', { class: 'tile tile--plain' }, icon(picture)),
  element(
    'span',
    { class: 'row__main' },
    element('span', { class: 'row__name' }, name),
    line !== undefined && element('span', { class: 'row__detail row__detail--wrap' }, line),
  ),
]

export const rowList = (...rows: HTMLLIElement[]): HTMLUListElement => element('ul', { class: 'list' }, ...rows)
export const panelBody = (...children: (Node | null | false)[]): HTMLElement =>
  element('div', { class: 'body' }, ...children)
export const panelFoot = (...children: (Node | null | false)[]): HTMLElement =>
  element('div', { class: 'foot' }, ...children)
export const spinner = (): HTMLElement => element('span', { class: 'spinner spinner--small', 'aria-hidden': 'true' })

/** An error line that screen readers read at once. `field`: the input whose value is wrong. */
export const errorLine = (className = '', field?: HTMLElement) => {
  const root = element('p', { class: `hint hint--bad ${className}`.trim(), role: 'alert' })
  if (field) {
    root.id = `${field.id}-why`
    field.setAttribute('aria-describedby', root.id)
  }
  const setText = (text: string): void => {
    root.replaceChildren(...(text === '' ? [] : [icon('stop'), text]))
    field?.setAttribute('aria-invalid', String(text !== ''))
    field?.parentElement?.classList.toggle('input--bad', text !== '')
  }
  return { root, setText }
}
