import { formatList, formatNotice, formatText } from '../../../approval/formatText.ts'
import { messages as cardMessages } from '../../../approval/messages.ts'
import type { ProposalFacts } from '../../../approval/proposal.ts'
import { shortAddress } from '../../../ui/addressText.ts'
import type { Order, OrderItem, Understood } from '../../decode/typedData/form.ts'
import { messages } from './messages.ts'
import { addressRow, detail, endText, type Part, type Subject, textRow } from './part.ts'

/** Orders: what the account gives, what it gets at least, and until when. */
export const describeOrders = ({ orders, protocol }: Understood & { deed: 'order' }, subject: Subject): Part => {
  const notices = orders.some(getsNothing) ? [formatNotice('danger', messages.notices.nothingBack)] : []
  const receivers = [...new Set(orders.flatMap(({ receiver }) => receiver ?? []))]
  for (const receiver of receivers)
    notices.push(formatNotice('danger', messages.notices.paidToOther, { receiver: shortAddress(receiver) }))
  const ends = [...new Set(orders.map(({ until }) => until))]
  const takers = [...new Set(orders.flatMap(({ taker }) => taker ?? []))]
  const lastEnd = ends.includes(null) ? null : (ends.toSorted((a, b) => Number((b ?? 0n) - (a ?? 0n)))[0] ?? null)
  return {
    kind: 'permission',
    title: orders.length === 1 && orders[0] ? titleOf(orders[0], subject) : severalTitle(orders.length, protocol),
    lead: lastEnd === null ? messages.leads.openOrder : formatText(messages.leads.order, { until: endText(lastEnd) }),
    notices,
    changesTitle: messages.changes.gives,
    changes: orders.flatMap((order) => changesOf(order, subject)),
    rows: [
      textRow(cardMessages.rows.until, endText(lastEnd)),
      ...takers.map((taker) => addressRow(messages.rows.onlyTaker, taker)),
      ...receivers.map((receiver) => addressRow(messages.rows.paidTo, receiver)),
      ...contractsOf(orders).map((token) => detail(addressRow(cardMessages.rows.token, token))),
    ],
    label: notices.length > 0 ? messages.labels.anyway : messages.labels.order,
  }
}

const severalTitle = (n: number, protocol: string): string => formatText(messages.titles.orders, { n, protocol })

const getsNothing = ({ gets, receiver }: Order): boolean =>
  receiver === undefined && gets.every(({ amount }) => amount === 0n)

const isPiece = ({ asset }: OrderItem): boolean => asset.kind === 'erc721' || asset.kind === 'erc1155'

const titleOf = (order: Order, subject: Subject): string => {
  const { titles } = messages
  const write = (items: readonly OrderItem[]): string =>
    formatList(
      items.map((item) => itemText(item, subject)),
      cardMessages.lists.and,
    )
  const values = { gives: write(order.gives), gets: write(order.gets) }
  if (order.gives.length === 0) return formatText(titles.unknown, {})
  if (getsNothing(order) || order.gets.length === 0) return formatText(titles.giveAway, values)
  if (order.gives.some(isPiece)) return formatText(titles.sell, values)
  return formatText(order.gets.some(isPiece) ? titles.buy : titles.swap, values)
}

const itemText = ({ asset, amount, isAnyOf }: OrderItem, { texts }: Subject): string => {
  if (!isAnyOf || asset.kind === 'native') return texts.amount(asset, amount)
  const token = texts.symbol({ kind: 'erc20', token: asset.token })
  return formatText(messages.amounts.anyOf, { n: String(amount), token })
}

const changesOf = (order: Order, subject: Subject): ProposalFacts['changes'] => [
  ...order.gives.map((item) => changeOf('out', item, subject)),
  ...order.gets.map((item) => changeOf('in', item, subject)),
]

const changeOf = (direction: 'in' | 'out', item: OrderItem, subject: Subject): ProposalFacts['changes'][number] => ({
  direction,
  ...subject.texts.named(item.asset),
  amount: `${direction === 'in' ? '+' : '−'}${itemText(item, subject)}`,
  note: direction === 'in' && item.amount === 0n ? messages.amounts.nothing : '',
})

const contractsOf = (orders: readonly Order[]): string[] => [
  ...new Set(
    orders.flatMap(({ gives, gets }) =>
      [...gives, ...gets].flatMap(({ asset }) => ('token' in asset ? [asset.token] : [])),
    ),
  ),
]
