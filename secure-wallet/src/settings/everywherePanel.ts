import { element } from '../ui/element.ts'
import { answerNotice, body, button, foot, hero } from '../ui/parts.ts'
import { messages } from './messages.ts'

type Options = {
  /** It was tried, and the recovery service still knows browsers of this wallet. */
  isUntold: boolean
  /** The wallet is not open here, so that other browsers keep what opens it. */
  isKept: boolean
  /** What opens such a wallet is taken from no browser. */
  isReceiveOnly: boolean
  /** Windows of the wallet stay a way in. */
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
