import { errorText } from '../languages/errorText.ts'
import { element } from '../ui/element.ts'
import {
  button,
  guardedButton,
  listRow,
  notice,
  panelBody,
  panelFoot,
  panelIntro,
  rowButton,
  rowList,
} from '../ui/parts.ts'
import type { GuardedPanel } from './confirmInPanel.ts'
import { messages } from './newKeyMessages.ts'
import { messages as unlockMethodMessages } from './unlockMethodMessages.ts'

/** The effect of a vault key renewal on each kind of unlock method. `passkey` is null if the wallet has no passkey. */
export type KeyRenewalEffects = {
  passkey: 'one' | 'none' | null
  hasKit: boolean
  makesKit: boolean
  hasGuardian: boolean
}

/** Explains before a renewal of the vault key what it does to each unlock method, and what it cannot undo. */
export const newKeyPanel = (prospect: KeyRenewalEffects, back: () => void): GuardedPanel => {
  const go = guardedButton(messages.go, 'primary')
  const { passkey, hasKit, makesKit, hasGuardian } = prospect
  const passkeyLine = passkey === 'one' ? messages.passkeyOne : messages.passkeyNone
  const kitLine = makesKit ? messages.kitNew : messages.kitOld
  const rows = [
    listRow({ picture: 'laptop', name: messages.others, line: messages.othersLine }),
    passkey && listRow({ picture: 'passkey', name: messages.passkey, line: passkeyLine }),
    (hasKit || makesKit) && listRow({ picture: 'doc', name: messages.kit, line: kitLine }),
    hasGuardian && listRow({ picture: 'mail', name: messages.guardian, line: messages.guardianLine }),
  ].filter((made) => made !== false && made !== null)
  const root = element(
    'div',
    {},
    panelBody(
      panelIntro({ picture: 'key', title: messages.title, lead: messages.lead }),
      rowList(...rows),
      notice('warn', 'warn', messages.limitTitle, messages.limit),
    ),
    panelFoot(go, button(unlockMethodMessages.back, back, 'quiet')),
  )
  return { root, button: go }
}

/**
 * Shown if neither the renewal request nor its retry got an answer, so that this window does not know which vault key
 * the server has.
 */
export const unknownRenewalOutcomePanel = (
  thrown: unknown,
  hasKit: boolean,
  again: () => void,
  later: () => void,
): HTMLElement =>
  element(
    'div',
    {},
    panelBody(
      panelIntro({ picture: 'clock', title: messages.unsureTitle, lead: messages.unsure }),
      notice('warn', 'warn', errorText(thrown), ...(hasKit ? [messages.unsureKit] : [])),
    ),
    panelFoot(button(messages.again, again, 'primary'), button(messages.later, later, 'quiet')),
  )

/** Shown if another window renewed the vault key first, so that the renewal in this window failed. */
export const renewedElsewherePanel = (close: () => void): HTMLElement =>
  element(
    'div',
    {},
    panelBody(panelIntro({ picture: 'check', title: messages.doneTitle, lead: messages.elsewhere })),
    panelFoot(button(messages.close, close, 'primary')),
  )

export type MissingUnlockMethod = 'kit' | 'passkey'
type Done = {
  hadKit: boolean
  missing: readonly MissingUnlockMethod[]
  resolve(next: MissingUnlockMethod | null): void
}

export const newKeyDonePanel = ({ hadKit, missing, resolve }: Done): HTMLElement => {
  const rows = missing.map((method) =>
    method === 'kit'
      ? rowButton({ picture: 'doc', name: messages.addKit, line: messages.addKitLine }, () => resolve('kit'))
      : rowButton({ picture: 'passkey', name: messages.addPasskey, line: messages.addPasskeyLine }, () =>
          resolve('passkey'),
        ),
  )
  return element(
    'div',
    {},
    panelBody(
      panelIntro({ picture: 'check', title: messages.doneTitle, lead: messages.done }),
      hadKit && notice('info', 'doc', messages.oldKit),
      rows.length > 0 && element('p', { class: 'section-title' }, messages.missing),
      rows.length > 0 && rowList(...rows),
    ),
    panelFoot(button(messages.close, () => resolve(null), rows.length > 0 ? 'quiet' : 'primary')),
  )
}
