import { element } from '../ui/element.ts'
import { button, guardedButton, panelBody, panelFoot, panelIntro, resultNotice } from '../ui/parts.ts'
import type { GuardedPanel } from './confirmInPanel.ts'
import { messages } from './messages.ts'

type Options = {
  /** True if the guardian did not answer, so it still recognises browsers of this wallet. */
  isGuardianUnreached: boolean
  /** True if other browsers keep their device share sets, because the wallet is locked here. */
  isKept: boolean
  /** True for a receive-only wallet. Then every browser keeps its share set, also after the sign-out. */
  isReceiveOnly: boolean
  /** True if the wallet has `vault` share sets. Their wallet windows can still unlock the wallet after the sign-out. */
  hasWindows: boolean
  back(): void
}

export const signOutEverywherePanel = ({
  isGuardianUnreached,
  isKept,
  isReceiveOnly,
  hasWindows,
  back,
}: Options): GuardedPanel => {
  const go = guardedButton(isGuardianUnreached || isKept ? messages.everywhereAnyway : messages.everywhereGo, 'danger')
  const root = element(
    'div',
    {},
    panelBody(
      panelIntro({
        picture: 'power',
        title: messages.everywhereTitle,
        lead: isKept || isReceiveOnly ? messages.everywhereKept : messages.everywhere,
      }),
      hasWindows && element('p', { class: 'legal' }, messages.everywhereWindows),
      isGuardianUnreached && resultNotice(messages.unreachedTitle, messages.unreached),
      isKept && resultNotice(messages.keptTitle, messages.kept),
    ),
    panelFoot(go, button(messages.back, back, 'quiet')),
  )
  return { root, button: go }
}
