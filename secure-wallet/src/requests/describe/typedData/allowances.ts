import type { Address } from 'viem'
import { formatNotice, formatText } from '../../../approval/formatText.ts'
import { messages as cardMessages } from '../../../approval/messages.ts'
import type { ProposalFacts } from '../../../approval/proposal.ts'
import { shortAddress } from '../../../ui/addressText.ts'
import type { ClaimedAction } from '../../decode/action.ts'
import type { Understood } from '../../decode/typedData/form.ts'
import { contractName } from '../knownContracts.ts'
import { messages } from './messages.ts'
import { addressRow, detail, endText, type Part, type Subject, textRow } from './part.ts'

type Allowance = ClaimedAction & { kind: 'allow' }
type Allowances = Understood & { deed: 'allow' }

/** Permits: who may take what, until when, and how often. */
export const describeAllowances = (understood: Allowances, subject: Subject): Part => {
  const { actions, isOnce, useBefore } = understood
  const allows = actions.filter((action): action is Allowance => action.kind === 'allow')
  const [first] = allows
  if (!first) return describeRevoke(actions, subject)
  const name = contractName(first.spender)
  const { texts } = subject
  const notices = name === null ? [strangerNotice(endOf(allows, understood))] : []
  for (const { isUnlimited, asset } of name === null ? [] : allows)
    if (isUnlimited) notices.push(formatNotice('danger', messages.notices.noLimit, { token: texts.symbol(asset) }))
  return {
    kind: 'permission',
    title: titleOf(allows, name, subject),
    lead: messages.leads.allow,
    notices,
    changesTitle: cardMessages.changes.mayTake,
    changes: allows.map((action) => changeOf(action, subject)),
    rows: [
      name === null ? addressRow(messages.rows.who, first.spender) : textRow(messages.rows.who, name),
      textRow(cardMessages.rows.until, endText(endOf(allows, understood))),
      textRow(messages.rows.howOften, isOnce ? messages.values.once : messages.values.often),
      ...(name === null ? [] : [detail(addressRow(cardMessages.rows.spender, first.spender))]),
      ...tokensOf(actions).map((token) => detail(addressRow(cardMessages.rows.token, token))),
      ...(useBefore === null ? [] : [detail(textRow(messages.rows.useBefore, endText(useBefore)))]),
    ],
    label:
      notices.length > 0 || allows.length > 1
        ? messages.labels.anyway
        : formatText(messages.labels.allow, { amount: amountOf(first, subject) }),
  }
}

const describeRevoke = (actions: readonly ClaimedAction[], { texts }: Subject): Part => {
  const [revoke] = actions
  if (revoke?.kind !== 'revoke') throw new Error('no allowance')
  const title = formatText(cardMessages.steps.revoke, {
    spender: contractName(revoke.spender) ?? shortAddress(revoke.spender),
    token: texts.symbol(revoke.asset),
  })
  return {
    kind: 'permission',
    title,
    lead: messages.leads.allow,
    notices: [],
    rows: [
      addressRow(cardMessages.rows.spender, revoke.spender),
      ...tokensOf(actions).map((token) => detail(addressRow(cardMessages.rows.token, token))),
    ],
    label: messages.labels.sign,
  }
}

const strangerNotice = (until: bigint | null): ProposalFacts['notices'][number] =>
  until === null
    ? formatNotice('danger', messages.notices.strangerForever)
    : formatNotice('danger', messages.notices.stranger, { until: endText(until) })

/** The latest end of several rights. A transfer that works once is over with its deadline. */
const endOf = (allows: readonly Allowance[], { useBefore, isOnce }: Allowances): bigint | null => {
  const ends = allows.map(({ until }) => until)
  if (ends.includes(null)) return isOnce ? useBefore : null
  return ends.reduce((latest, end) => (latest !== null && end !== null && end > latest ? end : latest), ends[0] ?? null)
}

const titleOf = (allows: readonly Allowance[], name: string | null, subject: Subject): string => {
  const { titles } = messages
  const [first, ...others] = allows as readonly [Allowance, ...Allowance[]]
  const token = subject.texts.symbol(first.asset)
  const isOneToken = others.length === 0
  if (name === null) return isOneToken ? formatText(titles.stranger, { token }) : titles.strangerSeveral
  if (!isOneToken) return formatText(titles.allowSeveral, { spender: name })
  return first.isUnlimited
    ? formatText(titles.allowAll, { spender: name, token })
    : formatText(titles.allow, { spender: name, amount: amountOf(first, subject) })
}

const amountOf = ({ asset, amount }: Allowance, { texts }: Subject): string =>
  amount === null ? texts.symbol(asset) : texts.amount(asset, amount)

const changeOf = (action: Allowance, subject: Subject): ProposalFacts['changes'][number] => {
  const { amounts } = cardMessages
  const { asset, amount, isUnlimited } = action
  const limit = isUnlimited ? amounts.unlimited : formatText(amounts.upTo, { amount: amountOf(action, subject) })
  return {
    direction: 'risk',
    ...subject.texts.named(asset),
    amount: amount === null ? amounts.all : limit,
    note: '',
  }
}

const tokensOf = (actions: readonly ClaimedAction[]): Address[] => [
  ...new Set(actions.flatMap((action) => ('asset' in action && 'token' in action.asset ? [action.asset.token] : []))),
]
