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
}
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
const sentCard = ({ network, hash }: SentTransaction, deed: string, close: () => void): SentCard => {
  const link = explorerLink(network)
  link?.follow(hash)
  const status = element('span', { role: 'status' })
  let intro = panelIntro({ picture: 'check', title: messages.title, lead: deed })
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
  const showFailure = ({ actions }: SentEnd): void => {
    const hadFocus = intro.contains(document.activeElement)
    const failed = panelIntro({
      picture: 'stop',
      ...(actions && actions.done > 0
        ? { title: messages.partly, lead: fillText(messages.partlyLead, actions) }
        : { title: messages.failed, lead: messages.failedLead }),
    })
    intro.replaceWith(failed)
    intro = failed
    if (hadFocus) failed.querySelector('h1')?.focus({ preventScroll: true })
  }
  return {
    root,
    show: (state) => {
      if (typeof state !== 'string') {
        if (!state.isDone) showFailure(state)
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
