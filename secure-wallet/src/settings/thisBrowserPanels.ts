import type { SessionRow } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { cleanText } from '@appkit-frame/loader/protocol/messages/cleanText.ts'
import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { element, on } from '../ui/element.ts'
import { button, guardedButton, listRow, panelBody, panelFoot, panelIntro, resultNotice, rowList } from '../ui/parts.ts'
import type { GuardedPanel } from './confirmInPanel.ts'
import { messages as settingsMessages } from './messages.ts'
import { siteText } from './texts.ts'
import { messages } from './thisBrowserMessages.ts'
import { messages as unlockMethodMessages } from './unlockMethodMessages.ts'

/** The ways that open the wallet after its removal from this browser. */
export type WaysLeft = {
  passkey: boolean
  backup: boolean
  email: boolean
  /** The names of other browsers whose wallet windows open it. */
  browsers: readonly string[]
}

type Options = {
  ways: WaysLeft
  /** The name of this browser. */
  browser: string
  /** Sessions of sites in browsers of this name. */
  sites: readonly SessionRow[]
  /** The ids of those sessions that the visitor has ticked. The panel changes it. */
  ticked: Set<string>
  /** True if the ticked sites keep their share sets, because the wallet is locked here. */
  isKept: boolean
  back(): void
}

/** Says what then opens the wallet, before the visitor removes it from this browser. */
export const thisBrowserPanel = (options: Options): GuardedPanel => {
  const { ways, browser, sites, ticked, isKept, back } = options
  const go = guardedButton(isKept ? messages.anyway : messages.go, 'danger')
  const others = ways.browsers.map((name) => cleanText(name)).join(', ')
  const rows = [
    ways.passkey && listRow({ picture: 'passkey', name: messages.passkey, line: messages.passkeyLine }),
    ways.backup && listRow({ picture: 'doc', name: messages.backup, line: messages.backupLine }),
    ways.email && listRow({ picture: 'mail', name: messages.email, line: unlockMethodMessages.guardianLine }),
    others !== '' &&
      listRow({ picture: 'laptop', name: messages.other, line: fillText(messages.otherLine, { browser: others }) }),
  ].filter((made) => made !== false)
  const root = element(
    'div',
    {},
    panelBody(
      panelIntro({ picture: 'laptop', title: messages.title, lead: messages.lead }),
      rowList(...rows),
      isKept && resultNotice(settingsMessages.keptTitle, settingsMessages.kept),
      sites.length > 0 && siteChoice(sites, browser, ticked),
      element('p', { class: 'legal' }, messages.signedOut),
    ),
    panelFoot(go, button(messages.keep, back, 'quiet')),
  )
  return { root, button: go }
}

const siteChoice = (sites: readonly SessionRow[], browser: string, ticked: Set<string>): HTMLElement =>
  element(
    'fieldset',
    { class: 'choices' },
    element('legend', { class: 'section-title' }, messages.sites),
    ...sites.map(({ id, host }) => {
      const box = element('input', { type: 'checkbox', id: `site ${id}`, checked: ticked.has(id) })
      on(box, { change: () => void (box.checked ? ticked.add(id) : ticked.delete(id)) })
      return element('div', { class: 'check' }, box, element('label', { for: box.id }, siteText(host)))
    }),
    element('p', { class: 'hint' }, fillText(messages.sitesLine, { browser: cleanText(browser) })),
  )

/** Says that this browser is the last way in, and offers to make another one. */
export const lastWayPanel = (
  canAddPasskey: boolean,
  resolve: (answer: 'kit' | 'passkey' | null) => void,
): HTMLElement =>
  element(
    'div',
    {},
    panelBody(panelIntro({ picture: 'warn', tone: 'danger', title: messages.lastTitle, lead: messages.last })),
    panelFoot(
      button(messages.makeBackup, () => resolve('kit'), 'primary'),
      canAddPasskey && button(messages.addPasskey, () => resolve('passkey')),
      button(messages.keep, () => resolve(null), 'quiet'),
    ),
  )
