import { errorText } from '../languages/errorText.ts'
import { element } from '../ui/element.ts'
import { body, button, foot, hero, list, notice, row, rowButton } from '../ui/parts.ts'
import { messages } from './newKeyMessages.ts'
import { messages as unlockMethodMessages } from './unlockMethodMessages.ts'

/** The effect of a renewal on each kind of unlock method. `passkey` is null if the wallet has no passkey. */
export type RenewalProspect = {
  passkey: 'one' | 'none' | null
  hasKit: boolean
  makesKit: boolean
  hasGuardian: boolean
}

/** Explains the effect on each unlock method, and the limits of a renewal, before the renewal starts. */
export const newKeyPanel = (prospect: RenewalProspect, go: () => void, back: () => void): HTMLElement => {
  const { passkey, hasKit, makesKit, hasGuardian } = prospect
  const passkeyLine = passkey === 'one' ? messages.passkeyOne : messages.passkeyNone
  const kitLine = makesKit ? messages.kitNew : messages.kitOld
  const rows = [
    row({ picture: 'laptop', name: messages.others, line: messages.othersLine }),
    passkey && row({ picture: 'passkey', name: messages.passkey, line: passkeyLine }),
    (hasKit || makesKit) && row({ picture: 'doc', name: messages.kit, line: kitLine }),
    hasGuardian && row({ picture: 'mail', name: messages.guardian, line: messages.guardianLine }),
  ].filter((made) => made !== false && made !== null)
  return element(
    'div',
    {},
    body(
      hero({ picture: 'key', title: messages.title, lead: messages.lead }),
      list(...rows),
      notice('warn', 'warn', messages.limitTitle, messages.limit),
    ),
    foot(button(messages.go, go, 'primary'), button(unlockMethodMessages.back, back, 'quiet')),
  )
}

/** Shown if neither the renewal request nor its retry got an answer, so that nobody knows which key the server has. */
export const unknownOutcomePanel = (
  thrown: unknown,
  hasKit: boolean,
  again: () => void,
  later: () => void,
): HTMLElement =>
  element(
    'div',
    {},
    body(
      hero({ picture: 'clock', title: messages.unsureTitle, lead: messages.unsure }),
      notice('warn', 'warn', errorText(thrown), ...(hasKit ? [messages.unsureKit] : [])),
    ),
    foot(button(messages.again, again, 'primary'), button(messages.later, later, 'quiet')),
  )

/** Shown if another window renewed the key first, so that the renewal here failed. */
export const renewedElsewherePanel = (close: () => void): HTMLElement =>
  element(
    'div',
    {},
    body(hero({ picture: 'check', title: messages.doneTitle, lead: messages.elsewhere })),
    foot(button(messages.close, close, 'primary')),
  )

export type MissingMethod = 'kit' | 'passkey'
type Done = { hadKit: boolean; missing: readonly MissingMethod[]; resolve(next: MissingMethod | null): void }

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
    body(
      hero({ picture: 'check', title: messages.doneTitle, lead: messages.done }),
      hadKit && notice('info', 'doc', messages.oldKit),
      rows.length > 0 && element('p', { class: 'section-title' }, messages.missing),
      rows.length > 0 && list(...rows),
    ),
    foot(button(messages.close, () => resolve(null), rows.length > 0 ? 'quiet' : 'primary')),
  )
}
