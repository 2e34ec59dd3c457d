import type { OpenOptions, Outcome } from '../../protocol/api/frameApi.ts'
import { protocolVersion } from '../../protocol/wire/handshake.ts'
import type { Bridge } from '../hook.ts'
import { frameOrigin, secureOrigin } from '../origins.ts'
import { countWallets } from './announce.ts'
import { failure } from './failure.ts'
import { projectId, resolveTheme } from './options.ts'

/** Creates the dialog. Its frame is created at first use. */
export const createModal = (useBridge: () => Promise<Bridge>, changed: (isOpen: boolean) => void) => {
  const dialog = document.createElement('dialog')
  const card = document.createElement('div')
  const root = card.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  let opening: PromiseWithResolvers<Outcome> | undefined
  let failed: Error | undefined
  let wanted: OpenOptions

  const settle = (outcome: Outcome): void => {
    if (failed) opening?.reject(failed)
    else opening?.resolve(outcome)
    opening = failed = undefined
    dialog.close()
    changed(false)
  }
  /**
   * Without arguments this reports what a page can know: the frame or the bridge did not load, or the page is offline.
   */
  const fail = (
    reason = navigator.onLine ? (isConnected ? 'BRIDGE_FAILED' : 'SERVER_UNREACHABLE') : 'OFFLINE',
    title = navigator.onLine ? 'The server cannot be reached' : 'You are offline',
    sentence = frameOrigin,
  ): void => {
    drop()
    if (!opening) return
    failed = failure(reason, title)
    root.replaceChildren(
      part('p', title),
      part('p', sentence),
      part('button', 'Retry', start),
      part('button', 'Close', () => dialog.close()),
    )
    changed(true)
  }
  const withBridge = async (act: (bridge: Bridge) => void): Promise<void> => {
    try {
      act(await useBridge())
    } catch {
      fail()
    }
  }
  const explain = (reason: string): Promise<void> => withBridge((bridge) => bridge.explain(reason))

  const useFrame = (query = `rows=${countWallets()}`): HTMLIFrameElement => {
    if (!dialog.isConnected) {
      // The page removed the dialog. A moved frame loads again, and the dialog may still have its open attribute.
      drop()
      dialog.open = false
      sheet.replaceSync(css)
      document.adoptedStyleSheets.push(sheet)
      document.body.append(dialog)
    }
    return frame ?? loadFrame(dialog, query, explain)
  }
  const start = (): void => {
    failed = undefined
    useFrame()
    if (!isConnected) {
      root.replaceChildren(...Array.from('p'.repeat(countWallets() + 2), () => part('p')))
      dialog.prepend(card)
    }
    dialog.dataset.appkit = innerWidth > document.documentElement.clientWidth ? 'bar' : ''
    dialog.open || dialog.showModal()
    changed(true)
    // If the bridge fails to load, the frame's hello or its absence reports it.
    useBridge().then(
      ({ show }) => show(wanted),
      () => {},
    )
  }
  const open = (options: OpenOptions = {}): Promise<Outcome> => {
    wanted = options
    opening ??= Promise.withResolvers()
    start()
    return opening.promise
  }

  root.adoptedStyleSheets.push(sheet)
  // The card takes the focus while the frame loads. A browser that swaps the frame's process would lose the focus.
  card.tabIndex = -1
  // The event fires late, when the dialog may already be open again.
  dialog.onclose = () => dialog.open || settle({ outcome: 'closed' })
  answerHello(withBridge, explain, () => {
    drop()
    if (opening) start()
  })
  return [dialog, card, open, useFrame, settle, fail] as const
}

// A page has one frame, so the frame's state is in module variables.
let frame: HTMLIFrameElement | undefined
let nonce: string
let isConnected: boolean

const drop = (): void => {
  frame?.remove()
  frame = undefined
}

const loadFrame = (dialog: HTMLElement, query: string, explain: (reason: string) => unknown): HTMLIFrameElement => {
  // The frame inherits the colour scheme. A browser paints a frame of another scheme as an opaque box.
  const theme = resolveTheme()
  dialog.style.colorScheme = theme
  // Insecure contexts lack the function, and the server refuses their pages.
  nonce = `${crypto.randomUUID?.()}`
  isConnected = false
  const both = `${frameOrigin} ${secureOrigin}`
  // The properties and the sandbox tokens (security 3.1) are in the order that compresses best.
  const created = Object.assign(document.createElement('iframe'), {
    src: `${frameOrigin}/f/${projectId && `${projectId}/`}?${query}&theme=${theme}#n=${nonce}`,
    allow: `publickey-credentials-get ${both};publickey-credentials-create ${both};clipboard-write ${frameOrigin};storage-access ${secureOrigin}`,
    // Custom protocols let a tap open a wallet's app.
    sandbox:
      'allow-top-navigation-to-custom-protocols allow-popups allow-popups-to-escape-sandbox allow-forms allow-scripts allow-same-origin',
    referrerPolicy: 'strict-origin',
  })
  const frameLoadMs = 20_000
  // Our document sends its hello before its load event. An error page of the browser sends none.
  const helloMs = 500
  const awaitHello = () => isConnected || created !== frame || explain('SERVER_UNREACHABLE')
  created.onload = () => setTimeout(awaitHello, helloMs)
  setTimeout(awaitHello, frameLoadMs)
  dialog.append(created)
  frame = created
  return created
}

/** The parent's end of `protocol/wire/handshake.ts`. It reads `data` last, because reading deserialises it. */
const answerHello = (
  withBridge: (act: (bridge: Bridge) => void) => unknown,
  explain: (reason: string) => unknown,
  restart: () => void,
): void =>
  addEventListener('message', (event) => {
    const { source, origin } = event
    if (source !== frame?.contentWindow || origin !== frameOrigin) return
    const { t, v, n, reason } = Object(event.data)
    if (t === 'refused') explain(reason)
    if (t !== 'hello' || n !== nonce) return
    // A second hello means that the frame was loaded again. Its nonce is spent.
    if (isConnected) restart()
    else if (v?.includes(protocolVersion)) {
      const { port1, port2 } = new MessageChannel()
      isConnected = true
      // The source of this message is a window, not a port.
      ;(source as Window).postMessage({ t: 'connect', v: protocolVersion, n, projectId }, origin, [port2])
      withBridge(({ connect }) => connect(port1))
    } else explain('UNSUPPORTED_VERSION')
  })

const part = (name: 'p' | 'button', textContent?: string, onclick?: () => void): HTMLElement =>
  Object.assign(document.createElement(name), { onclick, textContent })

/**
 * One sheet for the document and for the card's shadow root, since `:host` matches nothing in the document. An adopted
 * sheet needs no `style-src`. The browser's own sheet positions a modal dialog. Other dialogs may have disabled the
 * pointer events of the page. `bar`: the page has a scroll bar, and its width stays reserved. The skeleton's bars have
 * the height and the distance of the rows that replace them. The declarations are in the order that compresses best.
 */
const css =
  '[data-appkit]{min-height:100%;border:0;background:light-dark(#1b1a1761,#0009);padding:0;min-width:100%;pointer-events:auto;iframe{width:100%;position:absolute;height:100%;border:0}}html:has([data-appkit][open]){overflow:hidden}html:has([data-appkit=bar][open]){scrollbar-gutter:stable}:host{width:320px;text-align:center;position:absolute;height:fit-content;gap:16px;margin:auto;inset:0;border-radius:24px;font:15px system-ui;outline:0;background:light-dark(#fff,#1b1b1a);padding:20px;display:grid}:host *{min-height:36px;margin:0}:host :first-child{font-weight:600}:host :empty,:host button{border-radius:12px;font:inherit;border:0;background:#8882}@media(width<=430px){:host{width:auto;inset:auto 0 0}}'
