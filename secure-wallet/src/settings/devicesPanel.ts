import type { SessionRow } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { cleanText } from '@appkit-frame/loader/protocol/messages/cleanText.ts'
import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { element } from '../ui/element.ts'
import { button, guardedButton, listRow, panelBody, panelFoot, panelIntro, resultNotice, rowList } from '../ui/parts.ts'
import type { GuardedPanel } from './confirmInPanel.ts'
import { messages } from './messages.ts'
import { dateText, siteText } from './texts.ts'

export type DevicesChoice = { revoke: SessionRow } | 'retryGuardian' | 'back'

type Options = {
  sessions: readonly SessionRow[]
  /** True if the guardian did not answer, so it still recognises the removed browser. */
  isGuardianUnreached: boolean
  /** True if the removed browser keeps its device share set, because the wallet was locked here. */
  isKept: boolean
  choose(choice: DevicesChoice): void
}

export const devicesPanel = ({ sessions, isGuardianUnreached, isKept, choose }: Options): HTMLElement => {
  const rows = sessions.map((session) => {
    const { host, lastUsedAt, current } = session
    const browser = cleanText(session.browser)
    const site = siteText(host)
    const line = fillText(current ? messages.thisDevice : messages.device, { site, date: dateText(lastUsedAt) })
    const picture = /iPhone|iPad|Android/.test(browser) ? 'phone' : 'laptop'
    if (current) return listRow({ picture, name: browser, line })
    const remove = button(messages.remove, () => choose({ revoke: session }))
    remove.classList.add('button--small')
    remove.setAttribute('aria-label', fillText(messages.removeName, { name: `${browser}, ${site}` }))
    return listRow({ picture, name: browser, line }, remove)
  })
  return element(
    'div',
    {},
    panelBody(
      panelIntro({ title: messages.devices, lead: messages.devicesLine }),
      isGuardianUnreached && resultNotice(messages.unreachedTitle, messages.unreached),
      isKept && resultNotice(messages.keptTitle, messages.kept),
      rowList(...rows),
    ),
    panelFoot(
      isGuardianUnreached && button(messages.unreachedAgain, () => choose('retryGuardian')),
      button(messages.back, () => choose('back'), 'quiet'),
    ),
  )
}

export const deviceRemovalPanel = ({ browser }: SessionRow, back: () => void): GuardedPanel => {
  const go = guardedButton(messages.remove, 'danger')
  const root = element(
    'div',
    {},
    panelBody(
      panelIntro({
        picture: 'laptop',
        title: fillText(messages.revokeTitle, { name: browser }),
        lead: messages.revoke,
      }),
    ),
    panelFoot(go, button(messages.keep, back, 'quiet')),
  )
  return { root, button: go }
}
