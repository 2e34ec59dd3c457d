import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { pollNode } from '../requests/fees/pollNode.ts'
import { element, on } from '../ui/element.ts'
import { icon } from '../ui/icon.ts'
import { button, panelBody, panelFoot, panelIntro, spinner } from '../ui/parts.ts'
import { type PanelSurface, showText } from '../ui/surface.ts'
import { messages } from './sentMessages.ts'

/** A transaction, or the first transaction of a bundle, that the wallet sent for a site. */
export type SentTransaction = {
  network: Pick<Network, 'name' | 'blockExplorer'>
  /** The hash or the signature by which explorers find the transaction. */
  hash: string
  /** Resolves with null as long as the network has not run the whole request. The panel then asks again. */
  readEnd(): Promise<SentEnd | null>
  /** Set if all that the transaction does is to pay a receiver of the site. */
  payment?: Payment
}
/** The amount and the receiver of a payment, as its card shows them. */
export type Payment = { amount: string; receiver: string }
export type SentEnd = {
  isDone: boolean
  /** The transaction that failed, or else the last one. */
  hash: string
  /** The number of transactions of the request, and of those that succeeded. Absent if it has only one. */
  actions?: { n: number; done: number }
}
export type ShowSentPanel = typeof showSentPanel
type State = SentEnd | 'waiting' | 'unknown'

/** Shows that a transaction was sent, and then in the same place how it ended. `deed` is the title of its card. */
export const showSentPanel = (surface: PanelSurface, sent: SentTransaction, deed: string): void => {
  let state: State = 'waiting'
  let shown: SentCard | undefined
  const draw = (): HTMLElement => {
    shown = sentCard(sent, deed, surface.hide)
    shown.show(state)
    return shown.root
  }
  const end = (next: State): void => {
    state = next
    shown?.show(state)
  }
  void showText(surface, 'approve', draw).catch(() => undefined)
  pollNode(sent.readEnd).then(end, () => end('unknown'))
}

type SentCard = { root: HTMLElement; show(state: State): void }

/** Only what a new state changes is replaced, so that the button keeps the focus and a screen reader reads the status. */
const sentCard = ({ network, hash, payment }: SentTransaction, deed: string, close: () => void): SentCard => {
  const link = explorerLink(network)
  link?.follow(hash)
  const status = element('span', { role: 'status' })
  let intro = panelIntro({
    picture: 'check',
    title: messages.title,
    lead: payment ? fillText(messages.payment.sent, payment) : deed,
  })
  const root = element(
    'div',
    { class: 'sent' },
    panelBody(
      intro,
      element(
        'dl',
        { class: 'facts facts--well facts--small' },
        element('div', {}, element('dt', {}, messages.statusLabel), element('dd', {}, status)),
      ),
    ),
    panelFoot(button(messages.close, close, 'primary'), link?.root ?? null),
  )
  on(root, {
    keydown: (event) => {
      if (event.key === 'Escape' && !event.repeat) close()
    },
  })
  const replaceIntro = (made: HTMLElement): void => {
    const hadFocus = intro.contains(document.activeElement)
    intro.replaceWith(made)
    intro = made
    if (hadFocus) made.querySelector('h1')?.focus({ preventScroll: true })
  }
  return {
    root,
    show: (state) => {
      if (typeof state !== 'string') {
        const ended = endIntro(state, payment)
        if (ended) replaceIntro(ended)
        link?.follow(state.hash)
      }
      const line = typeof state === 'string' ? state : state.isDone ? 'confirmed' : 'failed'
      status.replaceChildren(
        ...(state === 'waiting' ? [spinner()] : []),
        fillText(messages.status[line], { network: network.name }),
      )
    },
  }
}

/** The text of the end, if it differs from that of the sent transaction. */
const endIntro = ({ isDone, actions }: SentEnd, payment: Payment | undefined): HTMLElement | null => {
  const { payment: texts } = messages
  if (isDone)
    return payment ? panelIntro({ picture: 'check', title: texts.title, lead: fillText(texts.lead, payment) }) : null
  if (actions && actions.done > 0)
    return panelIntro({ picture: 'stop', title: messages.partly, lead: fillText(messages.partlyLead, actions) })
  return payment
    ? panelIntro({ picture: 'stop', title: texts.failed, lead: fillText(texts.failedLead, payment) })
    : panelIntro({ picture: 'stop', title: messages.failed, lead: messages.failedLead })
}

/** A link to the page of one transaction on the network's explorer. Null if the operator names no explorer. */
const explorerLink = ({ blockExplorer }: SentTransaction['network']) => {
  if (!blockExplorer) return null
  const root = element(
    'a',
    { class: 'button button--quiet', target: '_blank', rel: 'noopener noreferrer' },
    icon('open'),
    messages.explorer,
  )
  const follow = (hash: string): void => {
    const url = new URL(blockExplorer.url)
    // The query of the explorer's URL stays, because it may name the network: `?cluster=devnet`.
    url.pathname = `${url.pathname.replace(/\/$/, '')}/tx/${encodeURIComponent(hash)}`
    root.href = url.href
  }
  return { root, follow }
}
