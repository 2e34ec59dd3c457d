import { isAddressEqual } from 'viem'
import { formatNotice, formatText } from '../../../approval/formatText.ts'
import { messages as cardMessages } from '../../../approval/messages.ts'
import type { ProposalFacts } from '../../../approval/proposal.ts'
import { shortAddress } from '../../../ui/addressText.ts'
import type { Power, StatementName, Understood } from '../../decode/typedData/form.ts'
import { describeCalls, receiverRows } from '../calls.ts'
import { isSameAddress } from '../recipients.ts'
import { messages } from './messages.ts'
import { addressRow, detail, endText, factRow, type Part, type Subject, textRow } from './part.ts'
import { describeUnknown } from './unknown.ts'

/** ERC-3009: a payment that anyone may send to the network until its end. */
export const describePayment = ({ action, useBefore }: Understood & { deed: 'pay' }, subject: Subject): Part => {
  const { texts, recipients, receivers } = subject
  const amount = texts.amount(action.asset, action.amount)
  const known = [...recipients, ...receivers.map(({ address }) => address)]
  const isKnown = known.some((each) => isSameAddress(each, action.to))
  return {
    kind: 'permission',
    title: formatText(messages.titles.pay, { amount }),
    lead: messages.leads.allow,
    notices: isKnown ? [] : [formatNotice('warn', cardMessages.notices.newRecipient)],
    changesTitle: cardMessages.changes.after,
    changes: [{ direction: 'out', ...texts.named(action.asset), amount: `−${amount}`, note: '' }],
    rows: [
      ...receiverRows(action.to, receivers),
      textRow(messages.rows.useBefore, endText(useBefore)),
      ...('token' in action.asset ? [detail(addressRow(cardMessages.rows.token, action.asset.token))] : []),
    ],
    label: formatText(messages.labels.pay, { amount }),
  }
}

export const describePaymentElsewhere = (
  { amount, protocol, facts }: Understood & { deed: 'payElsewhere' },
  { account, recipients }: Subject,
): Part => {
  const isKnown = facts.some(({ value }) =>
    [account, ...recipients].some((known) => isSameAddress(known, String(value))),
  )
  return {
    kind: 'permission',
    title: formatText(messages.titles.payElsewhere, { amount, protocol }),
    lead: messages.leads.allow,
    notices: isKnown ? [] : [formatNotice('warn', cardMessages.notices.newRecipient)],
    rows: facts.map(factRow),
    label: formatText(messages.labels.pay, { amount }),
  }
}

/** Calls in the name of the account or of a wallet that it owns. They were not simulated, so they only claim. */
export const describeExecution = (understood: Understood & { deed: 'execute' }, subject: Subject): Part => {
  const { from, calls, actions, isUnreadable, facts } = understood
  if (isUnreadable || actions.some(({ kind }) => kind === 'unknown'))
    return { ...describeUnknown(subject), rows: facts.map(factRow) }
  const { network, tokens, recipients, receivers, account } = subject
  const isOwn = isAddressEqual(from, account)
  const described = describeCalls({
    ...{ account: from, network, calls, actions, tokens, recipients, receivers },
    simulation: { status: 'unknown' },
  })
  const wallet = shortAddress(from)
  const own = cardMessages.rows.network
  return {
    kind: 'permission',
    title: described.title,
    lead: isOwn ? messages.leads.relayed : formatText(messages.leads.otherWallet, { wallet }),
    // The wallet did not try to simulate, so the network is not to blame.
    notices: [
      formatNotice('warn', messages.notices.notTried),
      ...described.notices.filter(({ title }) => title !== cardMessages.notices.notTried.title),
    ],
    changesTitle: isOwn ? described.changesTitle : formatText(messages.changes.inWallet, { wallet }),
    changes: described.changes,
    rows: [...facts.map(factRow), ...described.rows.filter(({ label }) => label !== own)],
    steps: described.steps,
    label: described.isDanger ? messages.labels.anyway : described.label,
  }
}

const rightsNotice = (power: Power, protocol: string): ProposalFacts['notices'][number] => {
  if (power === 'own') return formatNotice('danger', messages.notices.own)
  if (power === 'vote') return formatNotice('danger', messages.notices.votes)
  return formatNotice('danger', messages.notices.rights, { protocol })
}

export const describeRights = (understood: Understood & { deed: 'rights' | 'endRights' }): Part => {
  const { deed, power, protocol, facts } = understood
  const [first] = facts
  const value = typeof first?.value === 'string' ? first.value : ''
  const who = value.length > 20 ? shortAddress(value) : value
  const isEnd = deed === 'endRights'
  return {
    kind: 'permission',
    title: formatText(isEnd ? messages.titles.endRights : messages.titles[power], { who, protocol }),
    lead: isEnd ? '' : messages.leads.rights,
    notices: isEnd ? [] : [rightsNotice(power, protocol)],
    rows: facts.map(factRow),
    label: isEnd ? messages.labels.sign : messages.labels.anyway,
  }
}

/** A statement about settings, or one whose content nobody can read, weighs as much as a right. */
const weighty: ReadonlySet<StatementName> = new Set(['settings', 'attest', 'revokeAttestation'])

export const describeStatement = ({ what, facts }: Understood & { deed: 'statement' }): Part => ({
  kind: weighty.has(what) ? 'permission' : 'message',
  title: messages.statements[what],
  lead: what === 'cancel' ? '' : messages.leads.statement,
  notices: [],
  rows: facts.map(factRow),
  label: messages.labels.sign,
})

export const describeTypedSignIn = (
  { isOwn, facts }: Understood & { deed: 'signIn' },
  { host, siteName }: Subject,
): Part => {
  const deed = isOwn ? 'signIn' : 'message'
  const site = new URL(host).host
  return {
    kind: isOwn ? 'ownSignIn' : 'message',
    title: formatText(cardMessages.titles[deed], { site: siteName }),
    lead: cardMessages.leads[deed],
    notices: [],
    rows: [textRow(cardMessages.rows.signsInTo, site), ...facts.map(factRow)],
    label: cardMessages.labels[deed],
  }
}

export const describeKey = ({ protocol }: Understood & { deed: 'key' }): Part => ({
  kind: 'permission',
  title: formatText(cardMessages.titles.key, { protocol }),
  lead: cardMessages.leads.key,
  notices: [],
  rows: [],
  label: cardMessages.labels.key,
  isDanger: true,
})
