import { element } from '../ui/element.ts'
import { answerNotice, body, button, foot, hero } from '../ui/parts.ts'
import { messages } from './messages.ts'

type Options = {
  /** The recovery service could not be reached and still knows browsers of this wallet. */
  isUntold: boolean
  /** The wallet is locked here, so other browsers keep their device shares. */
  isKept: boolean
  /** No browser loses its share of such a wallet. */
  isReceiveOnly: boolean
  /** Windows of the wallet still unlock it. */
  hasWindows: boolean
  go(): void
  back(): void
}

export const everywherePanel = ({ isUntold, isKept, isReceiveOnly, hasWindows, go, back }: Options): HTMLElement =>
  element(
    'div',
    {},
    body(
      hero({
        picture: 'power',
        title: messages.everywhereTitle,
        lead: isKept || isReceiveOnly ? messages.everywhereKept : messages.everywhere,
      }),
      hasWindows && element('p', { class: 'legal' }, messages.everywhereWindows),
      isUntold && answerNotice(messages.untoldTitle, messages.untold),
      isKept && answerNotice(messages.keptTitle, messages.kept),
    ),
    foot(
      button(isUntold || isKept ? messages.everywhereAnyway : messages.everywhereGo, go, 'danger'),
      button(messages.back, back, 'quiet'),
    ),
  )
