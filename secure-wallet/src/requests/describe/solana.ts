import { base64 } from '@scure/base'
import { formatUnits } from 'viem'
import { formatList, formatNotice, formatNumber, formatText, type NoticeArguments } from '../../approval/formatText.ts'
import { messages } from '../../approval/messages.ts'
import type { ApprovalChoice, ProposalFacts, ProposalKind } from '../../approval/proposal.ts'
import type { Payment } from '../../approval/sentPanel.ts'
import { messages as own } from '../../approval/solanaMessages.ts'
import { shortAddress } from '../../ui/addressText.ts'
import { shownText } from '../decode/shownText.ts'
import type { SolanaAction } from '../decode/solana/instructions.ts'
import { isDurable, type SolanaEffects } from '../simulate/solana.ts'
import { receiverRows, unsimulatedRow } from './calls.ts'
import { aboutText, roundEstimate } from './estimates.ts'
import { nameOfReceiver } from './recipients.ts'
import { createSolanaTexts, type DescribedTransactions, type NamedToken, type SolanaTexts } from './solanaTexts.ts'
import { warnOfTokens } from './warnings.ts'

type Described = Omit<ProposalFacts, 'host' | 'lead'> & { kind: ProposalKind } & Pick<
    ApprovalChoice,
    'label' | 'fee'
  > & {
    /** Set if all that a simulated request does is to pay a receiver of the site. */
    payment: Payment | null
  }

export const describeSolana = (subject: DescribedTransactions): Described => {
  const { account, network, transactions, trials, actions, fee } = subject
  const texts = createSolanaTexts(subject)
  const notices = findNotices(subject, texts)
  const steps = actions.map((action) => actionText(action, texts)).filter((step) => step !== null)
  const effects = trials.flatMap(({ simulation }) => (simulation.status === 'ok' ? [simulation.effects] : []))
  const isTried = effects.length === trials.length
  const { changes: names, labels, rows } = messages
  const isOnlyRights = effects.some(({ rights }) => rights.length > 0) && effects.every(isQuiet)
  const isWhole = namesWhole(subject, effects)
  const several = steps.length === 1 ? labels.sign : formatText(labels.steps, { n: steps.length })
  const label = isWhole ? (steps[0] ?? labels.sign) : several
  const kind = kindOf(subject, isTried)
  const transfer = isWhole ? actions.find((action) => action.kind === 'transfer') : undefined
  const payment = transfer ? paymentOf(transfer, subject, texts) : null
  return {
    notices,
    changesTitle: isOnlyRights ? names.mayTake : names.after,
    changes: [
      ...effects.flatMap((each) => listChanges(each, isExact(actions), texts)),
      ...(isTried ? [] : [unsimulatedRow()]),
    ],
    rows: [
      ...texts.receiversOf(actions).flatMap((address) => receiverRows(address, subject.receivers)),
      ...texts.unknownMints().map((value) => ({ label: rows.token, value, isAddress: true })),
      { label: rows.account, value: account, isAddress: true, isDetail: true },
      { label: rows.network, value: network.name, isAddress: false, isDetail: true },
    ],
    message: null,
    tree: [],
    // A label that names the whole transaction needs no steps.
    steps: isWhole ? [] : steps,
    raw: transactions.map(({ messageBytes }) => base64.encode(messageBytes)).join('\n\n'),
    isDanger:
      notices.some(({ tone }) => tone === 'danger') || trials.some(({ simulation }) => simulation.status === 'fails'),
    title: transfer ? transferTitle(texts.sent(transfer), payment !== null) : label,
    label,
    fee: fee === 0n ? null : { likely: texts.coins(fee), most: texts.coins(fee) },
    kind,
    payment: kind === 'transfer' ? payment : null,
  }
}

/** The title of a request that does nothing but send. A transfer to a receiver of the site is a payment. */
const transferTitle = (amount: string, isPayment: boolean): string => {
  const { pay, send } = messages.titles
  return formatText(isPayment ? pay : send, { amount })
}

/** The amount of a transfer to a receiver of the site, and the name that the site gave to the receiver. */
const paymentOf = (
  transfer: SolanaAction & { kind: 'transfer' },
  { receivers }: DescribedTransactions,
  texts: SolanaTexts,
): Payment | null => {
  const receiver = nameOfReceiver(receivers, texts.receiver(transfer))
  return receiver === undefined ? null : { amount: texts.sent(transfer), receiver }
}

const isQuiet = ({ lamports, tokens }: SolanaEffects): boolean => lamports === 0n && tokens.size === 0

const kindOf = ({ transactions, trials, actions }: DescribedTransactions, isTried: boolean): ProposalKind => {
  // Each transaction is simulated alone, so nobody knows what a later one does after the first.
  if (!isTried || transactions.length > 1 || actions.some(({ kind }) => kind === 'unknown')) return 'unknown'
  const givesRights = trials.some(
    ({ simulation }) =>
      simulation.status === 'ok' && simulation.effects.rights.length + simulation.effects.handedOver.length > 0,
  )
  const claimsRights = actions.some(({ kind }) => kind === 'allow' || kind === 'control')
  return givesRights || claimsRights || transactions.some(isDurable) ? 'permission' : 'transfer'
}

/**
 * Tells whether the one instruction that the label would name is all that happens: no other instruction, no other
 * change, right or owner.
 */
const namesWhole = (
  { account, actions, trials }: DescribedTransactions,
  effects: readonly SolanaEffects[],
): boolean => {
  const [only, ...others] = actions.filter(({ kind }) => kind !== 'fee')
  const [effect] = effects
  if (!only || others.length > 0 || trials.length !== 1) return false
  // Even without a simulation, the system program moves coins only as its instruction says.
  if (!effect) return only.kind === 'transfer' && only.mint === null && only.from === account
  const { lamports, tokens, rights, handedOver } = effect
  const tokenChanges = [...tokens]
  switch (only.kind) {
    case 'transfer': {
      if (rights.length + handedOver.length > 0) return false
      if (only.mint === null)
        return only.from === account && only.to !== account && tokens.size === 0 && lamports === -only.amount
      const [mint, amount] = tokenChanges[0] ?? []
      return (
        lamports === 0n &&
        tokenChanges.length === 1 &&
        amount === -only.amount &&
        (only.mint === '' || only.mint === mint)
      )
    }
    case 'allow':
      return isQuiet(effect) && rights.length === 1 && handedOver.length === 0
    case 'control':
      return tokens.size === 0 && lamports >= 0n && rights.length === 0 && handedOver.length <= 1
    case 'create':
      return tokens.size === 0 && rights.length + handedOver.length === 0 && lamports === -only.lamports
    case 'revoke':
    case 'memo':
      return isQuiet(effect) && rights.length + handedOver.length === 0
    default:
      return false
  }
}

const findNotices = (subject: DescribedTransactions, texts: SolanaTexts): ProposalFacts['notices'] => {
  const { transactions, trials, actions, tokens } = subject
  const { lists, notices: said } = messages
  const { instructions, notices: ownNotices } = own
  const notices: ProposalFacts['notices'] = []
  const warn = (...parts: NoticeArguments): void => void notices.push(formatNotice('warn', ...parts))
  const danger = (...parts: NoticeArguments): void => void notices.push(formatNotice('danger', ...parts))
  const failed = trials.find(({ simulation }) => simulation.status === 'fails')?.simulation
  if (failed?.status === 'fails') warn(said.failsUnsent, { reason: failed.reason })
  else if (trials.some(({ simulation }) => simulation.status === 'unknown')) warn(ownNotices.notTried)
  if (trials.length > 1) warn(ownNotices.triedAlone)
  if (trials.some(({ accounts }) => accounts === null)) warn(ownNotices.tables)
  if (transactions.some(isDurable)) danger(ownNotices.durable)
  const unknown = actions.flatMap((action) => (action.kind === 'unknown' ? [shortAddress(action.program)] : []))
  if (unknown.length > 0)
    danger(ownNotices.unknownPrograms, { programs: formatList([...new Set(unknown)], lists.comma) })

  const effects = trials.flatMap(({ simulation }) => (simulation.status === 'ok' ? [simulation.effects] : []))
  const rights = effects.flatMap((each) => each.rights)
  const isAllowClaimed = actions.some(({ kind }) => kind === 'allow')
  if (isAllowClaimed) danger(said.letsTake)
  else if (rights.length > 0)
    danger(said.allowsMore, {
      spenders: formatList([...new Set(rights.map(({ spender }) => shortAddress(spender)))], lists.comma),
    })
  const controls = [
    ...effects.flatMap(({ handedOver }) => handedOver),
    ...actions.flatMap((action) => (action.kind === 'control' ? [action] : [])),
  ]
  const seen = new Set<string>()
  for (const { name, account, to } of controls) {
    const key = `${name} ${account}`
    if (seen.has(key)) continue
    seen.add(key)
    const values = { name: instructions[name], account: shortAddress(account) }
    if (to === null) danger(ownNotices.controlOf, values)
    else danger(ownNotices.controlTo, { ...values, to: shortAddress(to) })
  }
  const hidden = texts.unclaimed(actions, effects)
  if (hidden.length > 0) danger(said.takesMore, { amounts: formatList(hidden, lists.comma) })

  for (const [mint, { extensions }] of texts.mints) {
    const token = texts.token(mint)
    const { hook, delegate, fee } = extensions
    if (delegate) warn(ownNotices.permanentDelegate, { delegate: shortAddress(delegate), token })
    if (hook) warn(ownNotices.hook, { program: shortAddress(hook), token })
    if (fee > 0) warn(ownNotices.transferFee, { percent: formatNumber(formatUnits(BigInt(fee), 2)), token })
  }
  return [...notices, ...warnOfTokens(tokens)]
}

const actionText = (action: SolanaAction, texts: SolanaTexts): string | null => {
  const { steps } = messages
  const { instructions } = own
  switch (action.kind) {
    case 'transfer':
      return formatText(steps.send, { amount: texts.sent(action), to: shortAddress(texts.receiver(action)) })
    case 'allow':
      return formatText(steps.allow, {
        spender: shortAddress(action.spender),
        amount: texts.amount(texts.mintOf(action.account), action.amount),
      })
    case 'revoke':
      return steps.revokeAny
    case 'control':
    case 'known':
      return instructions[action.name]
    case 'create':
      return formatText(steps.open, { amount: texts.coins(action.lamports), owner: shortAddress(action.owner) })
    case 'memo':
      return formatText(steps.note, { text: shownText(action.text).text })
    case 'fee':
      return null
    case 'unknown':
      return formatText(steps.callProgram, { program: shortAddress(action.program) })
  }
}

/** Tells whether the instructions state what arrives. The result of a program depends on the state of its accounts. */
const isExact = (actions: readonly SolanaAction[]): boolean =>
  actions.every(({ kind }) => kind !== 'unknown' && kind !== 'known')

const listChanges = (
  { lamports, tokens, rights }: SolanaEffects,
  isStated: boolean,
  texts: SolanaTexts,
): ProposalFacts['changes'] => {
  const change = (mint: string | null, named: NamedToken, difference: bigint, write: (amount: bigint) => string) => {
    const isOut = difference < 0n
    const size = isOut ? -difference : difference
    const incoming = isStated ? `+${write(size)}` : aboutText(`+${write(roundEstimate(size, texts.decimals(mint)))}`)
    const amount = isOut ? `−${write(size)}` : incoming
    const direction = isOut ? ('out' as const) : ('in' as const)
    return { direction, ...named, amount, note: '', ...texts.priced(mint, size), key: mint ?? 'native' }
  }
  return [
    ...(lamports === 0n ? [] : [change(null, texts.coin, lamports, texts.coins)]),
    ...[...tokens].map(([mint, amount]) => change(mint, texts.named(mint), amount, (size) => texts.amount(mint, size))),
    ...rights.map(({ account, mint, spender, amount }) => ({
      direction: 'risk' as const,
      ...texts.named(mint),
      amount: formatText(messages.amounts.upTo, { amount: texts.amount(mint, amount) }),
      note: formatText(messages.changes.forSpender, { spender: shortAddress(spender) }),
      key: `${account} ${spender}`,
    })),
  ]
}
