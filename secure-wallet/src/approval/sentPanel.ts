import { element, on } from '../ui/element.ts'
import { icon } from '../ui/icon.ts'
import { button, panelBody, panelFoot, panelIntro, spinner } from '../ui/parts.ts'
import { type PanelSurface, showText } from '../ui/surface.ts'
import { formatText } from './formatText.ts'
import { messages } from './transactionMessages.ts'

/** A transaction that the wallet sent for a site. */
export type SentTransaction = {
  network: string
  /** Absent if the operator names no explorer for the network. */
  explorerUrl?: string
  /** Resolves with whether the transaction succeeded, once it is in a block. Rejects if the wallet cannot find out. */
  mined(): Promise<boolean>
  /** Only the code of transactions contains the panel, because other requests do not need it. */
  createPanel(surface: PanelSurface): SentPanel
}
export type SentPanel = { show(sent: SentTransaction, deed: string): void; close(): void }
type State = 'waiting' | 'confirmed' | 'failed' | 'unknown'

/** Shows that a transaction was sent, and then in the same place how it ended. `deed` is the title of its card. */
export const createSentPanel = (surface: PanelSurface): SentPanel => {
  let shown: SentCard | null = null
  const close = (): void => {
    if (shown?.root.isConnected) surface.hide()
    shown = null
  }
  return {
    close,
    show: (sent: SentTransaction, deed: string): void => {
      let state: State = 'waiting'
      const draw = (): HTMLElement => {
        shown = sentCard(sent, deed, close)
        shown.show(state)
        return shown.root
      }
      const end = (next: State): void => {
        state = next
        shown?.show(state)
      }
      void showText(surface, 'approve', draw).catch(() => undefined)
      sent.mined().then(
        (isDone) => end(isDone ? 'confirmed' : 'failed'),
        () => end('unknown'),
      )
    },
  }
}

type SentCard = { root: HTMLElement; show(state: State): void }

/** Only what a new state changes is replaced, so that the button keeps the focus and a screen reader reads the status. */
const sentCard = ({ network, explorerUrl }: SentTransaction, deed: string, close: () => void): SentCard => {
  const text = messages.sent
  const link =
    explorerUrl !== undefined &&
    element(
      'a',
      { class: 'button button--quiet', href: explorerUrl, target: '_blank', rel: 'noopener noreferrer' },
      icon('open'),
      text.explorer,
    )
  const status = element('span', { role: 'status' })
  let intro = panelIntro({ picture: 'check', title: text.title, lead: deed })
  const root = element(
    'div',
    { class: 'sent' },
    panelBody(
      intro,
      element(
        'dl',
        { class: 'facts facts--well facts--small' },
        element('div', {}, element('dt', {}, text.statusLabel), element('dd', {}, status)),
      ),
    ),
    panelFoot(button(text.close, close, 'primary'), link),
  )
  on(root, {
    keydown: (event) => {
      if (event.key === 'Escape' && !event.repeat) close()
    },
  })
  const showFailure = (): void => {
    const hadFocus = intro.contains(document.activeElement)
    const failed = panelIntro({ picture: 'stop', title: text.failed, lead: text.failedLead })
    intro.replaceWith(failed)
    intro = failed
    if (hadFocus) failed.querySelector('h1')?.focus({ preventScroll: true })
  }
  return {
    root,
    show: (state) => {
      if (state === 'failed') showFailure()
      status.replaceChildren(...(state === 'waiting' ? [spinner()] : []), formatText(text.status[state], { network }))
    },
  }
}
