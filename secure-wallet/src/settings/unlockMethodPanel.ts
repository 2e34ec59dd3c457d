import type { ShareSetRow } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { cleanText } from '@appkit-frame/loader/protocol/messages/cleanText.ts'
import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { element } from '../ui/element.ts'
import { button, guardedButton, listRow, panelBody, panelFoot, panelIntro, rowList } from '../ui/parts.ts'
import type { GuardedPanel } from './confirmInPanel.ts'
import { dateText } from './texts.ts'
import { messages } from './unlockMethodMessages.ts'

export type ListedUnlockMethod = 'passkey' | 'kit' | 'guardian' | 'vault'
const methodIcons = {
  passkey: 'passkey',
  kit: 'doc',
  guardian: 'mail',
  vault: 'laptop',
} as const satisfies Record<ListedUnlockMethod, string>

type Options = {
  method: ListedUnlockMethod
  sets: readonly ShareSetRow[]
  /** True for the wallet's only durable unlock method, which the visitor cannot remove. */
  isOnly: boolean
  /** Null in the secure frame, where the visitor removes nothing. */
  remove: ((set: ShareSetRow) => void) | null
  /** Adds another share set of this unlock method. Null if the wallet cannot have a second one. */
  add: (() => void) | null
  back(): void
}

export const unlockMethodPanel = ({ method, sets, isOnly, remove, add, back }: Options): HTMLElement => {
  const rows = sets.map((set) => {
    const date = dateText(set.createdAt)
    const line =
      method === 'passkey'
        ? fillText(messages.labelled, { label: set.label, date })
        : fillText(messages.added, { date })
    // The label of a wallet window's share set is the name of its browser.
    const name = method === 'vault' ? cleanText(set.label) : messages.names[method]
    const text = { picture: methodIcons[method], name, line }
    if (isOnly || !remove) return listRow(text)
    const go = button(messages.remove, () => remove(set))
    go.classList.add('button--small')
    go.setAttribute('aria-label', fillText(messages.removeName, { name, line }))
    return listRow(text, go)
  })
  return element(
    'div',
    {},
    panelBody(
      panelIntro({ title: messages.titles[method], lead: messages.leads[method] }),
      rowList(...rows),
      method === 'passkey' &&
        sets.some(({ passkeyKey }) => !passkeyKey) &&
        element('p', { class: 'legal' }, messages.oldPasskey),
      isOnly && remove && element('p', { class: 'legal' }, messages.only),
    ),
    panelFoot(add && button(messages.add[method], add), button(messages.back, back, 'quiet')),
  )
}

export const unlockMethodRemovalPanel = (method: ListedUnlockMethod, back: () => void): GuardedPanel => {
  const go = guardedButton(messages.remove, 'danger')
  const root = element(
    'div',
    {},
    panelBody(
      panelIntro({
        picture: methodIcons[method],
        title: messages.sureTitles[method],
        lead: messages.sureLeads[method],
      }),
    ),
    panelFoot(go, button(messages.keep, back, 'quiet')),
  )
  return { root, button: go }
}
