import type { FlowAsker } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { cleanText } from '@appkit-frame/loader/protocol/messages/cleanText.ts'
import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { element, on } from '../ui/element.ts'
import { button, errorLine, notice, panelBody, panelFoot, panelIntro, sentenceWithValues } from '../ui/parts.ts'
import { messages } from './enrolMessages.ts'

type Options = { asker: FlowAsker; address: string; refuse(): void }

/**
 * Asks the visitor whether a site's secure frame may have the wallet. The caller adds the listener of the `enable`
 * button, behind the approval gates (SECURITY-MODEL.md 3.8). The panel warns of a request from another browser, since a
 * swindler on the phone may read a number out to the visitor. The panel does not refuse such a request, because an
 * app's web view may open the window in another browser.
 */
export const enrolPanel = ({ asker: { host, browser, ownBrowser }, address, refuse }: Options) => {
  const site = new URL(host).host
  const isElsewhere = browser !== ownBrowser
  const enable = isElsewhere
    ? button(messages.enableElsewhere, () => undefined, 'quiet-danger')
    : button(fillText(messages.enable, { site }), () => undefined, 'primary')
  const cancel = button(messages.cancel, refuse, isElsewhere ? 'primary' : 'quiet')
  const missing = errorLine()
  const input = element('input', {
    type: 'text',
    id: 'number',
    inputmode: 'numeric',
    autocomplete: 'off',
    spellcheck: 'false',
    maxlength: 2,
    'aria-describedby': 'number-note',
  })
  const number = (): string => westernDigits(input.value)
  on(input, {
    input: () => {
      missing.setText('')
      // A complete number moves the focus to the button. So a phone hides its keyboard, and the whole panel is visible.
      if (isNumber(number())) enable.focus({ preventScroll: true })
    },
  })
  const isFilled = (): boolean => {
    if (isNumber(number())) return true
    missing.setText(messages.numberMissing)
    input.focus()
    return false
  }
  const fact = (name: string, value: string): HTMLElement =>
    element('div', {}, element('dt', {}, name), element('dd', {}, value))
  const root = element(
    'div',
    {},
    panelBody(
      panelIntro({
        picture: 'shield',
        title: fillText(messages.title, { site }),
        lead: fillText(isElsewhere ? messages.leadElsewhere : messages.lead, { site }),
      }),
      isElsewhere &&
        notice(
          'danger',
          'stop',
          messages.elsewhereTitle,
          sentenceWithValues(messages.elsewhere, { browser, ownBrowser }),
        ),
      element(
        'dl',
        { class: 'facts facts--well facts--small' },
        fact(messages.site, site),
        fact(messages.browser, cleanText(browser)),
        fact(messages.wallet, `${address.slice(0, 6)}…${address.slice(-4)}`),
      ),
      element(
        'div',
        { class: 'field' },
        element('label', { class: 'field__label', for: 'number' }, fillText(messages.number, { site })),
        element('div', { class: 'input' }, input),
        missing.root,
      ),
      element('p', { class: 'legal', id: 'number-note' }, messages.note),
    ),
    panelFoot(...(isElsewhere ? [cancel, enable] : [enable, cancel])),
  )
  return { root, enable, number, isFilled }
}

const isNumber = (text: string): boolean => /^[0-9]{2}$/.test(text)
/** Converts Arabic and Persian digits. Their lowest four bits are the value. */
const westernDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
