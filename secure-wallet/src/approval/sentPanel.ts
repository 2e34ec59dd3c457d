import { element, on } from '../ui/element.ts'
import { icon } from '../ui/icon.ts'
import { button, panelBody, panelFoot, panelIntro, spinner } from '../ui/parts.ts'
import { type PanelSurface, showText } from '../ui/surface.ts'
import { formatText } from './formatText.ts'
import { messages } from './messages.ts'

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
  let root: HTMLElement | null = null
  const close = (): void => {
    if (root?.isConnected) surface.hide()
    root = null
  }
  return {
    close,
    show: (sent: SentTransaction, deed: string): void => {
      let state: State = 'waiting'
      let shown: HTMLElement | null = null
      const draw = (): HTMLElement => {
        const made = on(element('div', { class: 'sent' }, ...partsOf(state, sent, deed, close)), {
          keydown: (event) => {
            if (event.key === 'Escape' && !event.repeat) close()
          },
        })
        root = shown = made
        return made
      }
      const end = (next: State): void => {
        state = next
        // Another panel may have replaced this one.
        if (shown?.isConnected) shown.replaceChildren(...partsOf(state, sent, deed, close))
      }
      void showText(surface, 'approve', draw).catch(() => undefined)
      sent.mined().then(
        (isDone) => end(isDone ? 'confirmed' : 'failed'),
        () => end('unknown'),
      )
    },
  }
}

const partsOf = (state: State, { network, explorerUrl }: SentTransaction, deed: string, close: () => void) => {
  const text = messages.sent
  const hasFailed = state === 'failed'
  const status = formatText(text.status[state], { network })
  const link =
    explorerUrl !== undefined &&
    element(
      'a',
      { class: 'button button--quiet', href: explorerUrl, target: '_blank', rel: 'noopener noreferrer' },
      icon('open'),
      text.explorer,
    )
  return [
    panelBody(
      panelIntro({
        picture: hasFailed ? 'stop' : 'check',
        title: hasFailed ? text.failed : text.title,
        lead: hasFailed ? text.failedLead : deed,
      }),
      element(
        'dl',
        { class: 'facts facts--well facts--small', role: 'status' },
        element(
          'div',
          {},
          element('dt', {}, text.statusLabel),
          element('dd', { class: `sent__${state}` }, state === 'waiting' && spinner(), status),
        ),
      ),
    ),
    panelFoot(button(text.close, close, 'primary'), link),
  ]
}
