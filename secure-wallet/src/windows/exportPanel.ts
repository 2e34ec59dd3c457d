import type { GuardedPanel } from '../settings/confirmInPanel.ts'
import { element, on } from '../ui/element.ts'
import { button, panelBody, panelFoot, panelIntro } from '../ui/parts.ts'
import { messages } from './messages.ts'

/** Shows the seed phrase. The DOM contains its words only while the visitor holds the button. */
export const exportPanel = (words: string, done: () => void): GuardedPanel => {
  const { vault: text } = messages
  const all = words.split(' ')
  const list = element('ol', { class: 'words words--covered', 'aria-label': text.phrase })
  const cover = (): void => {
    list.classList.add('words--covered')
    list.setAttribute('aria-hidden', 'true')
    list.replaceChildren(...all.map(() => element('li', {}, '········')))
    hold.textContent = text.hold
  }
  const reveal = (): void => {
    if (hold.getAttribute('aria-disabled') === 'true') return
    list.classList.remove('words--covered')
    list.removeAttribute('aria-hidden')
    list.replaceChildren(...all.map((word) => element('li', {}, word)))
    hold.textContent = text.held
  }
  const hold = button(text.hold, () => undefined, 'primary')
  on(hold, {
    pointerdown: (event) => {
      if (event.isTrusted) reveal()
    },
    pointerup: cover,
    pointerleave: cover,
    pointercancel: cover,
    contextmenu: (event) => event.preventDefault(),
    keydown: (event) => {
      if (event.isTrusted && !event.repeat && (event.key === ' ' || event.key === 'Enter')) reveal()
    },
    keyup: cover,
    blur: cover,
  })
  cover()
  const root = element(
    'div',
    {},
    panelBody(panelIntro({ picture: 'key', title: text.exportTitle, lead: text.exportLead }), list),
    panelFoot(hold, button(text.done, done, 'quiet')),
  )
  return { root, button: hold }
}
