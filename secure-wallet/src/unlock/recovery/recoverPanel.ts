import type { WalletRecord } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { cleanText } from '@appkit-frame/loader/protocol/messages/cleanText.ts'
import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { messages } from '../../login/messages.ts'
import { siteText, timeText } from '../../settings/texts.ts'
import { element } from '../../ui/element.ts'
import { button, notice, panelBody, panelFoot, panelIntro, resultNotice, rowButton, rowList } from '../../ui/parts.ts'
import { messages as windowMessages } from './messages.ts'

export type RecoveryMethod = 'passkey' | 'join' | 'window' | 'kit' | 'guardian'

type Options = {
  available: { readonly [Method in RecoveryMethod]: boolean }
  /** False if the wallet has no durable unlock method, so that no browser can recover it. */
  isRecoverable: boolean
  isStoragePersistent: boolean
  siteName: string
  /** Where and when the wallet was created, so that nobody uses a wallet that a stranger created. */
  created: WalletRecord['created']
  /** The text that says why the last attempt with a passkey failed. */
  problem: string | null
  choose(method: RecoveryMethod): void
  leave(): void
}

export const recoveryMethodsPanel = (options: Options): HTMLElement => {
  const { available, isRecoverable, isStoragePersistent, siteName, created, problem, choose, leave } = options
  const { recover: text } = messages
  const rows = [
    { method: 'window', picture: 'open', name: windowMessages.row, line: windowMessages.rowLine },
    { method: 'join', picture: 'shield', name: windowMessages.joinRow, line: windowMessages.joinRowLine },
    { method: 'kit', picture: 'doc', name: text.kit, line: text.kitLine },
    { method: 'guardian', picture: 'mail', name: text.guardian, line: text.guardianLine },
  ] as const
  const buttons = rows
    .filter(({ method }) => available[method])
    .map(({ method, ...row }) => rowButton(row, () => choose(method)))
  const lead = isStoragePersistent ? text.lead : text.leadForgot
  return element(
    'div',
    {},
    panelBody(
      panelIntro({ picture: 'lock', title: text.title, lead: fillText(lead, { site: siteName }) }),
      problem !== null && resultNotice(text.passkeyFailedTitle, problem),
      !isRecoverable && notice('warn', 'warn', text.none),
      buttons.length > 0 && rowList(...buttons),
      created !== undefined && element('p', { class: 'legal' }, createdText(created)),
    ),
    panelFoot(
      available.passkey && button(text.passkey, () => choose('passkey'), 'primary', 'passkey'),
      button(text.notNow, leave, 'quiet'),
      element('p', { class: 'legal' }, text.later),
    ),
  )
}

const createdText = ({ host, browser, at }: NonNullable<WalletRecord['created']>): string => {
  const { recover: text } = messages
  const values = { site: siteText(host), browser: cleanText(browser), date: timeText(at) }
  return `${fillText(text.created, values)} ${text.createdNote}`
}
