import { getAddress, isAddressEqual } from 'viem'
import { formatList, formatText } from '../../approval/formatText.ts'
import { messages } from '../../approval/messages.ts'
import type { ProposalFacts, ProposalKind } from '../../approval/proposal.ts'
import { shortAddress } from '../../ui/addressText.ts'
import type { ClaimedAction } from '../decode/action.ts'
import { assetKeyOf, grantKeyOf, type SimulatedEffects } from '../simulate/effects.ts'
import { incomingTexts } from './estimates.ts'
import { findReceiver, nameOfReceiver, type Receivers } from './recipients.ts'
import { callsTitle, payTitle, swapOf } from './titles.ts'
import { type AssetTexts, assetTexts, type ClaimedOrSimulatedAsset, type Tokens } from './tokens.ts'
import { type DescribedRequest, findWarnings } from './warnings.ts'

type Described = Pick<
  ProposalFacts,
  'title' | 'lead' | 'notices' | 'changesTitle' | 'changes' | 'rows' | 'steps' | 'isDanger'
> & {
  kind: ProposalKind
  label: string
}

/** Describes one or more transactions: first what the simulation shows, then what the calls claim. */
export const describeCalls = (subject: DescribedRequest): Described => {
  const { network, actions, simulation } = subject
  const { notices, hidden } = findWarnings(subject)
  const texts = assetTexts(subject)
  const effects = simulation.status === 'ok' ? simulation.effects : null
  const changes = effects ? listEffects(effects, subject, texts) : listClaims(subject, texts)
  const isOnlyGrants = (effects?.grants.length ?? 0) > 0 && changes.every(({ direction }) => direction === 'risk')
  return {
    title: callsTitle(subject, hidden.length > 0, texts),
    lead: '',
    notices,
    changesTitle: isOnlyGrants ? messages.changes.mayTake : messages.changes.after,
    changes,
    rows: [
      ...listAddresses(subject),
      ...unknownTokenRows(subject),
      { label: messages.rows.network, value: network.name, isAddress: false, isDetail: true },
    ],
    steps: actions.length > 1 ? actions.map((action) => actionText(action, subject.receivers, texts)) : [],
    isDanger: notices.some(({ tone }) => tone === 'danger') || simulation.status === 'fails',
    kind: kindOf(subject),
    label: buttonText(subject, hidden.length > 0, texts),
  }
}

const kindOf = ({ actions, simulation }: DescribedRequest): ProposalKind => {
  if (simulation.status !== 'ok' || actions.some(({ kind }) => kind === 'unknown')) return 'unknown'
  if (simulation.doubts.length > 0) return 'unknown'
  const { grants } = simulation.effects
  const givesRights = actions.some(({ kind }) => kind === 'allow' || kind === 'control')
  return givesRights || grants.length > 0 ? 'permission' : 'transfer'
}

const listEffects = (
  { changes, grants }: SimulatedEffects,
  subject: DescribedRequest,
  texts: AssetTexts,
): ProposalFacts['changes'] => [
  ...changes.map(({ asset, amount }) => ({
    direction: amount < 0n ? ('out' as const) : ('in' as const),
    ...texts.named(asset),
    ...(amount < 0n
      ? { amount: `−${texts.amount(asset, -amount)}`, note: '' }
      : incomingTexts({ asset, amount }, subject, texts)),
    ...texts.priced(asset, amount < 0n ? -amount : amount),
    key: assetKeyOf(asset),
  })),
  ...grants.map(({ asset, amount, spender }) => ({
    direction: 'risk' as const,
    ...texts.named(asset),
    amount: limitText(asset, amount, amount !== null && amount >= 2n ** 95n, texts),
    note: formatText(messages.changes.forSpender, { spender: shortAddress(spender) }),
    key: grantKeyOf({ asset, spender }),
  })),
]

/** Lists the changes that the calls claim. Without a simulation a row warns that there may be more effects. */
const listClaims = ({ actions, account }: DescribedRequest, texts: AssetTexts): ProposalFacts['changes'] => {
  const claims = actions.flatMap((action): ProposalFacts['changes'] => {
    if (action.kind === 'transfer' && isAddressEqual(action.from, account))
      return [
        {
          direction: 'out',
          ...texts.named(action.asset),
          amount: `−${texts.amount(action.asset, action.amount)}`,
          note: '',
          ...texts.priced(action.asset, action.amount),
        },
      ]
    if (action.kind === 'allow')
      return [
        {
          direction: 'risk',
          ...texts.named(action.asset),
          amount: limitText(action.asset, action.amount, action.isUnlimited, texts),
          note: formatText(messages.changes.forSpender, { spender: shortAddress(action.spender) }),
        },
      ]
    if ('value' in action && action.value > 0n) {
      const amount = `−${texts.amount({ kind: 'native' }, action.value)}`
      return [{ direction: 'out', ...texts.named({ kind: 'native' }), amount, note: '' }]
    }
    return []
  })
  const isComplete = actions.every(({ kind }) => kind === 'transfer' || kind === 'revoke')
  return isComplete ? claims : [...claims, unsimulatedRow()]
}

const limitText = (
  asset: ClaimedOrSimulatedAsset,
  amount: bigint | null,
  isUnlimited: boolean,
  texts: AssetTexts,
): string => {
  if (amount === null) return messages.amounts.all
  return isUnlimited
    ? messages.amounts.unlimited
    : formatText(messages.amounts.upTo, { amount: texts.amount(asset, amount) })
}

const allowanceText = (action: ClaimedAction & { kind: 'allow' }, texts: AssetTexts): string => {
  const { allOf, unlimitedOf } = messages.amounts
  const token = texts.symbol(action.asset)
  if (action.amount === null) return formatText(allOf, { token })
  return action.isUnlimited ? formatText(unlimitedOf, { token }) : texts.amount(action.asset, action.amount)
}

const actionText = (action: ClaimedAction, receivers: Receivers, texts: AssetTexts): string => {
  const { steps } = messages
  switch (action.kind) {
    case 'transfer':
      return formatText(steps.send, {
        amount: texts.amount(action.asset, action.amount),
        to: nameOfReceiver(receivers, action.to) ?? shortAddress(action.to),
      })
    case 'allow':
      return formatText(steps.allow, { spender: shortAddress(action.spender), amount: allowanceText(action, texts) })
    case 'revoke':
      return formatText(steps.revoke, { spender: shortAddress(action.spender), token: texts.symbol(action.asset) })
    case 'control':
    case 'call':
      return formatText(steps.call, { name: action.name, contract: shortAddress(action.contract) })
    case 'deploy':
      return steps.deploy
    case 'unknown':
      return formatText(steps.callUnknown, { contract: shortAddress(action.contract), selector: action.selector })
  }
}

/**
 * The text of the approve button. It names what the click signs, and the allowance limit if the visitor can pick one.
 */
const buttonText = (subject: DescribedRequest, hasHiddenEffects: boolean, texts: AssetTexts): string => {
  const label = effectText(subject, hasHiddenEffects, texts)
  const { limit, actions } = subject
  if (!limit) return label
  const { labels } = messages
  const asset = { kind: 'erc20', token: limit.token } as const
  const values = { label, amount: texts.amount(asset, limit.amount), token: texts.symbol(asset) }
  const isOnlyAction = actions.length === 1 && !hasHiddenEffects
  if (limit.isSet) return formatText(isOnlyAction ? labels.allowOnly : labels.withOnly, values)
  return formatText(isOnlyAction ? labels.allowUnlimited : labels.withUnlimited, values)
}

/**
 * Names the simulated effect if the simulation shows more than the calls claim. Otherwise names what the calls claim.
 */
const effectText = (subject: DescribedRequest, hasHiddenEffects: boolean, texts: AssetTexts): string => {
  const { simulation, actions, receivers } = subject
  const { labels, lists } = messages
  if (simulation.status === 'fails') return labels.send
  const [first] = actions
  if (hasHiddenEffects || (first?.kind === 'unknown' && actions.length === 1)) {
    const changes = simulation.status === 'ok' ? simulation.effects.changes : []
    const taken = changes.filter(({ amount }) => amount < 0n).map(({ asset, amount }) => texts.amount(asset, -amount))
    return taken.length > 0 ? formatText(labels.give, { amounts: formatList(taken, lists.and) }) : labels.approve
  }
  if (actions.length !== 1 || !first) return formatText(labels.actions, { n: actions.length })
  const swap = swapOf(subject)
  if (swap) return formatText(labels.swap, { gives: texts.amount(swap.gives.asset, -swap.gives.amount) })
  return payTitle(first, receivers, texts) ?? actionText(first, receivers, texts)
}

/** The row that warns of unknown effects, because the request was not simulated. */
export const unsimulatedRow = (): ProposalFacts['changes'][number] => ({
  direction: 'risk',
  name: messages.changes.anythingElse,
  amount: messages.amounts.unknown,
  note: messages.changes.notSimulated,
})

/** The full addresses of the tokens that the card cannot name. They are never details. */
const unknownTokenRows = (subject: DescribedRequest): ProposalFacts['rows'] => {
  const shown = new Set(
    listAddresses(subject).flatMap(({ value, isDetail }) => (isDetail ? [] : [value.toLowerCase()])),
  )
  return [...subject.tokens].flatMap(([address, { isKnown }]) =>
    isKnown || shown.has(address) ? [] : [{ label: messages.rows.token, value: getAddress(address), isAddress: true }],
  )
}

const listAddresses = (subject: DescribedRequest): ProposalFacts['rows'] => {
  const { actions, receivers, tokens } = subject
  const names = messages.rows
  // If the request was simulated and gives no rights, its calls do what the changes say, so their contracts are details.
  const detail = kindOf(subject) === 'transfer' && { isDetail: true as const }
  const rows = actions.flatMap((action): ProposalFacts['rows'] => {
    if (action.kind === 'transfer') return receiverRows(action.to, receivers)
    if (action.kind === 'allow' || action.kind === 'revoke')
      return [
        { label: names.spender, value: action.spender, isAddress: true },
        ...('token' in action.asset
          ? [
              {
                label: names.token,
                value: action.asset.token,
                isAddress: true,
                ...isKnownToken(action.asset.token, tokens),
              },
            ]
          : []),
        ...(action.kind === 'allow' && action.until !== null
          ? [{ label: names.until, value: allowanceEndText(action.until), isAddress: false }]
          : []),
      ]
    if (action.kind === 'deploy') return []
    return [
      { label: names.contract, value: action.contract, isAddress: true, ...(action.kind === 'call' && detail) },
      ...('args' in action
        ? action.args.map((argument) => ({ ...argument, isAddress: false, ...(action.kind === 'call' && detail) }))
        : []),
    ]
  })
  const seen = new Set<string>()
  return rows.filter(({ label, value }) => !seen.has(`${label} ${value}`) && seen.add(`${label} ${value}`)).slice(0, 24)
}

/**
 * The name of a site's receiver stands for its address, which is then a detail. A name that the visitor chose is beside
 * the address.
 */
export const receiverRows = (address: string, receivers: Receivers): ProposalFacts['rows'] => {
  const row = { label: messages.rows.to, value: address, isAddress: true }
  const { name, isOwn } = findReceiver(receivers, address) ?? {}
  if (name === undefined) return [row]
  return isOwn
    ? [{ ...row, name }]
    : [
        { ...row, value: name, isAddress: false },
        { ...row, isDetail: true },
      ]
}

const isKnownToken = (token: string, tokens: Tokens): { isDetail?: true } =>
  tokens.get(token.toLowerCase())?.isKnown ? { isDetail: true } : {}

/** Writes when an allowance ends. A time beyond the largest date of JavaScript counts as no end. */
const allowanceEndText = (seconds: bigint): string =>
  seconds > 8_640_000_000_000n
    ? messages.rows.noEnd
    : new Date(Number(seconds) * 1_000).toISOString().replace('T', ' ').slice(0, 16)
