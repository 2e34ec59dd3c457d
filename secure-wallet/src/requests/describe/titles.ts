import { formatText } from '../../approval/formatText.ts'
import { messages } from '../../approval/messages.ts'
import type { Payment } from '../../approval/sentPanel.ts'
import { shortAddress } from '../../ui/addressText.ts'
import type { ClaimedAction } from '../decode/action.ts'
import type { BalanceChange } from '../simulate/effects.ts'
import { isSameAddress, type Receivers } from './recipients.ts'
import type { AssetTexts } from './tokens.ts'
import type { DescribedRequest } from './warnings.ts'

/** Says what transactions do: first by their simulated effects, then by what they claim. */
export const callsTitle = (subject: DescribedRequest, hasHiddenEffects: boolean, texts: AssetTexts): string => {
  const { actions, simulation, receivers } = subject
  const { titles, labels } = messages
  if (actions.some(({ kind }) => kind === 'unknown')) return titles.unreadable
  const write = ({ asset, amount }: BalanceChange): string => texts.amount(asset, -amount)
  const [change, ...others] = simulation.status === 'ok' ? simulation.effects.changes : []
  if (hasHiddenEffects && change && change.amount < 0n && others.length === 0)
    return formatText(titles.give, { amounts: write(change) })
  const [action] = actions
  if (actions.length !== 1 || !action) return formatText(labels.actions, { n: actions.length })
  const swap = swapOf(subject)
  // The amount that comes in is an estimate, so the title names only its asset.
  if (swap) return formatText(titles.swap, { gives: write(swap.gives), gets: texts.symbol(swap.gets.asset) })
  return payTitle(action, receivers, texts) ?? actionTitle(action, texts)
}

/** The changes of a call that in its simulation gives one asset and gets one other, and does nothing else. */
export const swapOf = ({
  actions,
  simulation,
}: Pick<DescribedRequest, 'actions' | 'simulation'>): { gives: BalanceChange; gets: BalanceChange } | null => {
  if (actions.length !== 1 || actions[0]?.kind !== 'call' || simulation.status !== 'ok') return null
  const { changes, grants } = simulation.effects
  const [gives, gets] = changes.toSorted((a, b) => (a.amount < b.amount ? -1 : 1))
  if (!gives || !gets || changes.length !== 2 || grants.length > 0) return null
  return gives.amount < 0n && gets.amount > 0n ? { gives, gets } : null
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
      const values = { spender: shortAddress(action.spender), token: texts.symbol(asset) }
      return isUnlimited || amount === null
        ? formatText(titles.allowAll, values)
        : formatText(titles.allow, { ...values, amount: texts.amount(asset, amount) })
    }
    case 'revoke':
      return formatText(steps.revoke, { spender: shortAddress(action.spender), token: texts.symbol(action.asset) })
    case 'control':
      return formatText(titles.control, { contract: shortAddress(action.contract) })
    case 'call':
      return formatText(titles.use, { contract: shortAddress(action.contract) })
    case 'deploy':
      return steps.deploy
    case 'unknown':
      return titles.unreadable
  }
}
