import { formatNotice, formatText } from '../../../approval/formatText.ts'
import { messages as cardMessages } from '../../../approval/messages.ts'
import type { Proposal, ProposalFacts } from '../../../approval/proposal.ts'
import { shortAddress } from '../../../ui/addressText.ts'
import { shownText } from '../../decode/shownText.ts'
import type { Understood } from '../../decode/typedData/form.ts'
import { findLookAlike, isSameAddress } from '../recipients.ts'
import { warnOfTokens } from '../warnings.ts'
import { describeAllowances } from './allowances.ts'
import { messages } from './messages.ts'
import { describeOrders } from './orders.ts'
import {
  describeExecution,
  describeKey,
  describePayment,
  describePaymentElsewhere,
  describeRights,
  describeStatement,
  describeTypedSignIn,
} from './others.ts'
import { addressRow, detail, type Part, type Subject, shownValue, textRow } from './part.ts'
import { describeUnknown } from './unknown.ts'

/** Describes typed data by what its signature does. `understood` is null if it fits no known form. */
export const describeTypedData = (
  understood: Understood | null,
  subject: Subject,
): Pick<Proposal, 'facts' | 'kind'> & { label: string } => {
  const { kind, label, isDanger = false, ...part } = partOf(understood, subject)
  const { host, account, signed } = subject
  const hasRights = kind === 'permission' || kind === 'unknown'
  const notices = [...part.notices, ...warnings(subject, hasRights)]
  const named = networkName(subject)
  const folded = (row: ProposalFacts['rows'][number]) => (kind === 'unknown' ? row : detail(row))
  const facts: ProposalFacts = {
    ...{ host, changesTitle: '', changes: [], tree: [], steps: [], message: null },
    ...part,
    notices,
    rows: [
      ...part.rows,
      named === null
        ? textRow(cardMessages.rows.network, messages.values.notSaid)
        : folded(textRow(cardMessages.rows.network, named)),
      ...domainRows(subject).map(folded),
      detail(addressRow(cardMessages.rows.account, account)),
    ],
    raw: signed.json,
    isDanger: isDanger || notices.some(({ tone }) => tone === 'danger'),
  }
  return { kind, facts, label }
}

const partOf = (understood: Understood | null, subject: Subject): Part => {
  switch (understood?.deed) {
    case 'allow':
      return describeAllowances(understood, subject)
    case 'pay':
      return describePayment(understood, subject)
    case 'payElsewhere':
      return describePaymentElsewhere(understood, subject)
    case 'order':
      return describeOrders(understood, subject)
    case 'execute':
      return describeExecution(understood, subject)
    case 'rights':
    case 'endRights':
      return describeRights(understood)
    case 'statement':
      return describeStatement(understood)
    case 'signIn':
      return describeTypedSignIn(understood, subject)
    case 'key':
      return describeKey(understood)
    default:
      return describeUnknown(subject)
  }
}

/** The network that is signed. Some contracts of Polygon write its id as the salt. */
const networkName = ({ signed: { domain }, network }: Subject): string | null => {
  const id = domain.chainId ?? (domain.salt === undefined ? undefined : BigInt(domain.salt))
  return id === BigInt(network.id) ? network.name : null
}

const domainRows = ({ signed: { domain } }: Subject): ProposalFacts['rows'] => {
  const { name, version, verifyingContract, salt } = domain
  const shown = name === undefined ? undefined : shownValue(name)
  const values = { name: shown ?? messages.values.unnamed, version: shownValue(version ?? '') }
  const signedFor = version === undefined ? shown : formatText(messages.values.domain, values)
  return [
    ...(signedFor === undefined ? [] : [textRow(messages.rows.signedFor, signedFor)]),
    ...(verifyingContract === undefined ? [] : [addressRow(cardMessages.rows.contract, verifyingContract)]),
    ...(salt === undefined ? [] : [textRow(messages.rows.salt, salt)]),
  ]
}

const warnings = (subject: Subject, hasRights: boolean): ProposalFacts['notices'] => {
  const { signed, tokens, recipients, receivers } = subject
  const known = [...recipients, ...receivers.map(({ address }) => address)]
  const notices: ProposalFacts['notices'] = []
  if (hasRights && networkName(subject) === null) notices.push(formatNotice('warn', messages.notices.noNetwork))
  if (signed.mistyped.length > 0)
    notices.push(
      formatNotice('warn', messages.notices.mistyped, { addresses: signed.mistyped.map(shortAddress).join(', ') }),
    )
  const { text, confusable } = shownText(signed.domain.name ?? '')
  if (confusable) notices.push(formatNotice('warn', cardMessages.notices.confusable, { name: text }))
  notices.push(...warnOfTokens(tokens))
  for (const address of addressesOf(signed.message)) {
    const twin = isSameAddress(address, subject.account) ? undefined : findLookAlike(address, known)
    if (twin) notices.push(formatNotice('danger', messages.notices.lookAlike, { known: shortAddress(twin) }))
  }
  return notices
}

const addressesOf = (value: unknown): string[] => {
  if (typeof value === 'string') return /^0x[0-9a-fA-F]{40}$/.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? [...new Set(Object.values(value).flatMap(addressesOf))] : []
}
