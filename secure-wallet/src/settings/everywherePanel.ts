import { element } from '../ui/element.ts'
import { answerNotice, body, button, foot, hero } from '../ui/parts.ts'
import { messages } from './messages.ts'

/** `isUntold` once it was tried, and the recovery service still knows browsers of this wallet. */
export const everywherePanel = (isUntold: boolean, go: () => void, back: () => void): HTMLElement =>
  element(
    'div',
    {},
    body(
      hero({ picture: 'power', title: messages.everywhereTitle, lead: messages.everywhere }),
      isUntold && answerNotice(messages.untoldTitle, messages.untold),
    ),
    foot(
      button(isUntold ? messages.everywhereAnyway : messages.everywhereGo, go, 'danger'),
      button(messages.back, back, 'quiet'),
    ),
  )
