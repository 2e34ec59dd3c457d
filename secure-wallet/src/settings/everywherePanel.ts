import { element } from '../ui/element.ts'
import { body, button, foot, hero } from '../ui/parts.ts'
import { messages } from './messages.ts'

export const everywherePanel = (go: () => void, back: () => void): HTMLElement =>
  element(
    'div',
    {},
    body(hero({ picture: 'power', title: messages.everywhereTitle, lead: messages.everywhere })),
    foot(button(messages.everywhereGo, go, 'danger'), button(messages.back, back, 'quiet')),
  )
