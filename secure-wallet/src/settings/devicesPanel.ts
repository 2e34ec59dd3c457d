import { fillText } from 'loader/protocol/errors.ts'
import type { SessionRow } from 'loader/protocol/walletApi.ts'
import { element } from '../ui/element.ts'
import { body, button, foot, hero, list, row } from '../ui/parts.ts'
import { messages } from './messages.ts'
import { dateText, siteText } from './texts.ts'

type Options = {
  sessions: readonly SessionRow[]
  /** The session to revoke, or null to go back. */
  choose(sessionId: string | null): void
}

export const devicesPanel = ({ sessions, choose }: Options): HTMLElement => {
  const rows = sessions.map(({ id, host, browser, lastUsedAt, current }) => {
    const site = siteText(host)
    const line = fillText(current ? messages.thisDevice : messages.device, { site, date: dateText(lastUsedAt) })
    const picture = /iPhone|iPad|Android/.test(browser) ? 'phone' : 'laptop'
    if (current) return row({ picture, name: browser, line })
    const remove = button(messages.remove, () => choose(id))
    remove.classList.add('button--small')
    remove.setAttribute('aria-label', fillText(messages.removeName, { name: `${browser}, ${site}` }))
    return row({ picture, name: browser, line }, remove)
  })
  return element(
    'div',
    {},
    body(hero({ title: messages.devices, lead: messages.devicesLine }), list(...rows)),
    foot(button(messages.back, () => choose(null), 'quiet')),
  )
}
