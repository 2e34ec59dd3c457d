import { formatText } from '../../approval/formatText.ts'
import { messages } from '../../approval/messages.ts'
import type { Payment } from '../../approval/sentPanel.ts'
import type { ClaimedAction } from '../decode/action.ts'
import { isSameAddress, type Receivers } from './recipients.ts'
import { type AssetTexts, shortenAddress } from './tokens.ts'
import type { DescribedRequest } from './warnings.ts'

/** Says what transactions do: first by their simulated effects, then by what they claim. */
export const callsTitle = (
  { actions, simulation, receivers }: DescribedRequest,
  hasHiddenEffects: boolean,
  texts: AssetTexts,
): string => {
  const { titles, labels } = messages
  if (actions.some(({ kind }) => kind === 'unknown')) return titles.unreadable
  const { changes, grants } = simulation.status === 'ok' ? simulation.effects : { changes: [], grants: [] }
  const write = ({ asset, amount }: (typeof changes)[number]): string =>
    texts.amount(asset, amount < 0n ? -amount : amount)
  const [gives, gets] = [changes.filter(({ amount }) => amount < 0n), changes.filter(({ amount }) => amount > 0n)]
  if (hasHiddenEffects) {
    const [amount] = gives.map(write)
    if (gives.length === 1 && amount && gets.length === 0) return formatText(titles.give, { amounts: amount })
  }
  const [action] = actions
  if (actions.length !== 1 || !action) return formatText(labels.actions, { n: actions.length })
  const [give, get] = [gives[0], gets[0]]
  const isSwap = action.kind === 'call' && gives.length === 1 && gets.length === 1 && grants.length === 0
  if (isSwap && give && get) return formatText(titles.swap, { gives: write(give), gets: write(get) })
  return payTitle(action, receivers, texts) ?? actionTitle(action, texts)
}

/** A transfer to a receiver of the site is a payment. */
export const payTitle = (action: ClaimedAction, receivers: Receivers, texts: AssetTexts): string | null => {
  const payment = paymentOf(action, receivers, texts)
  return payment && formatText(messages.titles.pay, { amount: payment.amount })
}

/** The amount of a payment, and the receiver by the name that its card shows. */
export const paymentOf = (action: ClaimedAction, receivers: Receivers, texts: AssetTexts): Payment | null => {
  if (action.kind !== 'transfer') return null
  const named = receivers.filter(({ address }) => isSameAddress(address, action.to))
  const [shown] = named
  const isOfSite = named.some(({ isOwn }) => !isOwn)
  return shown && isOfSite ? { amount: texts.amount(action.asset, action.amount), receiver: shown.name } : null
}

const actionTitle = (action: ClaimedAction, texts: AssetTexts): string => {
  const { titles, steps } = messages
  switch (action.kind) {
    case 'transfer':
      return formatText(titles.send, { amount: texts.amount(action.asset, action.amount) })
    case 'allow': {
      const { asset, amount, isUnlimited } = action
      const values = { spender: shortenAddress(action.spender), token: texts.symbol(asset) }
      return isUnlimited || amount === null
        ? formatText(titles.allowAll, values)
        : formatText(titles.allow, { ...values, amount: texts.amount(asset, amount) })
    }
    case 'revoke':
      return formatText(steps.revoke, { spender: shortenAddress(action.spender), token: texts.symbol(action.asset) })
    case 'control':
      return formatText(titles.control, { contract: shortenAddress(action.contract) })
    case 'call':
      return formatText(titles.use, { contract: shortenAddress(action.contract) })
    case 'deploy':
      return steps.deploy
    case 'unknown':
      return titles.unreadable
  }
}
