import type { UnlockMethod, WalletRecord } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { pluralText } from '../languages/translate.ts'
import { element, on } from '../ui/element.ts'
import {
  button,
  listRow,
  notice,
  panelBody,
  panelFoot,
  panelIntro,
  resultNotice,
  rowButton,
  rowList,
} from '../ui/parts.ts'
import { messages } from './messages.ts'
import { dateText } from './texts.ts'
import { messages as unlockMethodMessages } from './unlockMethodMessages.ts'

export type SettingsChoice =
  | 'passkey'
  | 'kit'
  | 'guardian'
  | 'vault'
  | 'limits'
  | 'devices'
  | 'export'
  | 'renew'
  | 'delete'
  | 'keep'
  | 'everywhere'
  | 'removeHere'
  | 'window'
  | 'done'
const idleChoices = [1, 5, 10, 15]

/**
 * Tells why the browser created or used no passkey. `withWindow`: offers a wallet window, where the passkey may work.
 */
export type PasskeyProblem = { text: string; withWindow: boolean }

type Options = {
  /** Only a wallet window shows the settings that take something away. The secure frame has one row that opens it. */
  isWindow: boolean
  wallet: WalletRecord | null
  /** The time at which the account will be deleted. Null unless a deletion is pending. */
  deleteAt: number | null
  minutes: number
  problem: PasskeyProblem | null
  /** The place of an alarm about a recovery by email. Null in the secure frame. */
  alarm: HTMLElement | null
  choose(choice: SettingsChoice): void
  setMinutes(minutes: number): void
}

export const securityPanel = (options: Options): HTMLElement => {
  const { isWindow, wallet, deleteAt, minutes, problem, alarm, choose, setMinutes } = options
  const ofType = (type: UnlockMethod) => wallet?.sets.filter((set) => set.type === type && set.confirmed) ?? []
  const [passkey] = ofType('passkey')
  const [kit] = ofType('kit')
  const isPending = wallet?.status === 'pending'
  const withWindow = problem?.withWindow === true
  const hasOwnMethod = passkey !== undefined || kit !== undefined

  const idle = idleRow(minutes, setMinutes)

  const methodRow = (type: 'guardian' | 'vault', text: Parameters<typeof rowButton>[0]): HTMLLIElement[] =>
    ofType(type).length > 0 ? [rowButton(text, () => choose(type))] : []
  const ownRows = [
    rowButton(
      {
        picture: 'passkey',
        name: messages.passkey,
        line: passkey
          ? fillText(messages.passkeyAdded, { label: passkey.label, date: dateText(passkey.createdAt) })
          : messages.passkeyNone,
      },
      () => choose('passkey'),
    ),
    rowButton(
      {
        picture: 'doc',
        name: messages.kit,
        line: kit ? fillText(messages.kitSaved, { date: dateText(kit.createdAt) }) : messages.kitNone,
      },
      () => choose('kit'),
    ),
  ]
  const { guardianRow, guardianLine, vaultRow, vaultLine } = unlockMethodMessages
  /** The rows of a wallet window, by what they are about. */
  const sections: readonly [title: string, ...rows: HTMLLIElement[]][] = [
    [
      messages.sections.waysIn,
      ...ownRows,
      ...methodRow('guardian', { picture: 'mail', name: guardianRow, line: guardianLine }),
    ],
    [
      messages.sections.open,
      rowButton({ picture: 'laptop', name: messages.devices, line: messages.devicesLine }, () => choose('devices')),
      ...methodRow('vault', { picture: 'open', name: vaultRow, line: vaultLine }),
      ...(isPending ? [] : [limitsRow(() => choose('limits'))]),
    ],
    [
      messages.sections.more,
      idle,
      rowButton({ picture: 'key', name: messages.export, line: messages.exportLine }, () => choose('export')),
      rowButton({ picture: 'power', name: messages.signOutEverywhere, line: messages.signOutLine }, () =>
        choose('everywhere'),
      ),
      removeHereRow(() => choose('removeHere')),
      ...(isPending ? [] : [renewRow(() => choose('renew'))]),
      ...(deleteAt === null ? [deleteRow(() => choose('delete'))] : []),
    ],
  ]
  const rows = isWindow
    ? sections.map(([title, ...own]) =>
        element('section', {}, element('h2', { class: 'section-title' }, title), rowList(...own)),
      )
    : [
        rowList(
          ...ownRows,
          idle,
          rowButton({ picture: 'open', name: messages.more, line: messages.moreLine }, () => choose('window')),
        ),
      ]

  return element(
    'div',
    {},
    panelBody(
      panelIntro({ title: messages.title }),
      alarm,
      deleteAt !== null && deletionNotice(deleteAt),
      deleteAt !== null && button(unlockMethodMessages.deletion.stop, () => choose('keep')),
      problem && resultNotice(messages.passkeyFailedTitle, problem.text),
      withWindow && element('p', { class: 'legal' }, messages.passkeyWindow),
      withWindow && button(messages.passkeyOpen, () => choose('window'), 'plain', 'open'),
      isPending && notice('warn', 'warn', messages.pendingTitle, messages.pending),
      !isPending && !hasOwnMethod && notice('info', 'shield', messages.secondTitle, messages.second),
      ...rows,
    ),
    panelFoot(button(messages.done, () => choose('done'), 'quiet')),
  )
}

const idleRow = (minutes: number, setMinutes: (minutes: number) => void): HTMLLIElement => {
  const idle = element(
    'select',
    { class: 'select', id: 'idle' },
    ...idleChoices.map((n) =>
      element('option', { value: n, selected: n === minutes }, pluralText(messages.minutes, n)),
    ),
  )
  on(idle, { change: () => setMinutes(Number(idle.value)) })
  idle.setAttribute('aria-label', messages.idle)
  return listRow({ picture: 'clock', name: messages.idle }, idle)
}

const limitsRow = (press: () => void): HTMLLIElement =>
  rowButton({ picture: 'open', name: messages.limits, line: messages.limitsLine }, press)

const removeHereRow = (press: () => void): HTMLLIElement =>
  rowButton({ picture: 'laptop', name: messages.removeHere, line: messages.removeHereLine }, press)

const renewRow = (press: () => void): HTMLLIElement =>
  rowButton({ picture: 'shield', name: unlockMethodMessages.newKeyRow, line: unlockMethodMessages.newKeyLine }, press)

const deleteRow = (press: () => void): HTMLLIElement =>
  rowButton(
    { picture: 'stop', name: unlockMethodMessages.deletion.row, line: unlockMethodMessages.deletion.rowLine },
    press,
  )

const deletionNotice = (deleteAt: number): HTMLElement => {
  const { soonTitle, soon } = unlockMethodMessages.deletion
  return notice('danger', 'warn', fillText(soonTitle, { date: dateText(deleteAt) }), soon)
}
