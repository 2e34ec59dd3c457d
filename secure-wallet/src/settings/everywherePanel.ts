import { element } from '../ui/element.ts'
import { answerNotice, body, button, foot, hero } from '../ui/parts.ts'
import { messages } from './messages.ts'

type Options = {
  /** The guardian did not answer and still recognises browsers of this wallet. */
  isGuardianUnreached: boolean
  /** The wallet is locked here, so other browsers keep their device share sets. */
  isKept: boolean
  /** Every browser keeps its share set of a receive-only wallet. */
  isReceiveOnly: boolean
  /** Wallet windows can still unlock the wallet. */
  hasWindows: boolean
  go(): void
  back(): void
}

export const everywherePanel = ({
  isGuardianUnreached,
  isKept,
  isReceiveOnly,
  hasWindows,
  go,
  back,
}: Options): HTMLElement =>
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
      isGuardianUnreached && answerNotice(messages.unreachedTitle, messages.unreached),
      isKept && answerNotice(messages.keptTitle, messages.kept),
    ),
    foot(
      button(isGuardianUnreached || isKept ? messages.everywhereAnyway : messages.everywhereGo, go, 'danger'),
      button(messages.back, back, 'quiet'),
    ),
  )
