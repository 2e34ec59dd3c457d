import type { ShareSetRow } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { element } from '../ui/element.ts'
import { body, button, foot, hero, list, row } from '../ui/parts.ts'
import { dateText } from './texts.ts'
import { messages } from './wayMessages.ts'

export type Way = 'passkey' | 'kit' | 'guardian' | 'vault'
const wayPictures = {
  passkey: 'passkey',
  kit: 'doc',
  guardian: 'mail',
  vault: 'laptop',
} as const satisfies Record<Way, string>

type Options = {
  way: Way
  sets: readonly ShareSetRow[]
  /** The only durable unlock method cannot be removed. */
  isOnly: boolean
  remove(set: ShareSetRow): void
  /** Null if no second one can be added. */
  add: (() => void) | null
  back(): void
}

export const wayPanel = ({ way, sets, isOnly, remove, add, back }: Options): HTMLElement => {
  const rows = sets.map((set) => {
    const date = dateText(set.createdAt)
    const line =
      way === 'passkey' ? fillText(messages.labelled, { label: set.label, date }) : fillText(messages.added, { date })
    // A window's share set has the name of its browser.
    const name = way === 'vault' ? set.label : messages.names[way]
    const go = button(messages.remove, () => remove(set))
    go.classList.add('button--small')
    go.setAttribute('aria-label', fillText(messages.removeName, { name, line }))
    return row({ picture: wayPictures[way], name, line }, isOnly ? undefined : go)
  })
  return element(
    'div',
    {},
    body(
      hero({ title: messages.titles[way], lead: messages.leads[way] }),
      list(...rows),
      isOnly && element('p', { class: 'legal' }, messages.only),
    ),
    foot(add && button(messages.add[way], add), button(messages.back, back, 'quiet')),
  )
}

export const removeWayPanel = (way: Way, go: () => void, back: () => void): HTMLElement =>
  element(
    'div',
    {},
    body(hero({ picture: wayPictures[way], title: messages.sureTitles[way], lead: messages.sureLeads[way] })),
    foot(button(messages.remove, go, 'danger'), button(messages.keep, back, 'quiet')),
  )
