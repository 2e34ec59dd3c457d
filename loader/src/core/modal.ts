import type { AppKitError } from '../../index.d.ts'
import type { OpenOptions, Outcome } from '../../protocol/api/frameApi.ts'
import { protocolVersion } from '../../protocol/wire/handshake.ts'
import { type Bridge, type FrameQuery, type RefusalReason, unsupportedVersion } from '../hook.ts'
import { frameOrigin, secureOrigin } from '../origins.ts'
import { listAnnouncedWallets } from './announce.ts'
import { hostOptions, projectId, resolveTheme } from './options.ts'
import { appKitState } from './state.ts'

/** Creates the dialog. Its frame is created at first use. */
export const createModal = (useBridge: () => Promise<Bridge>, changed: (isOpen: boolean) => void) => {
  const dialog = document.createElement('dialog')
  const card = document.createElement('div')
  const root = card.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  const close = part('button', '×', () => dialog.close())
  let opening: PromiseWithResolvers<Outcome> | undefined
  let wanted: OpenOptions

  const say = (text: string, ...buttons: Node[]): void => root.replaceChildren(part('p', text), ...buttons, close)
  const settle = (outcome: Outcome | Promise<never>): void => {
    opening?.resolve(outcome)
    opening = undefined
    dialog.close()
    changed(false)
  }
  // Removes the frame. If the visitor waits for the modal, its callers get the error, and the card shows a sentence.
  const fail = (error: AppKitError): void => {
    drop()
    if (!opening) return
    opening.reject(error)
    // Retry begins a new visit, for which no caller waits yet.
    opening = Promise.withResolvers()
    opening.promise.catch(() => {})
    say(error.message, part('button', 'Retry', start))
    changed(true)
  }
  const withBridge = (act: (bridge: Bridge) => void): Promise<void> => useBridge().then(act).catch(fail)
  const explain = (reason?: RefusalReason): Promise<void> => withBridge((bridge) => bridge.explain(reason))

  const useFrame = (query: FrameQuery = {}, view = ''): HTMLIFrameElement => {
    if (!dialog.isConnected) {
      // The page removed the dialog, whose frame would load again when it is put back. The dialog may still have its
      // `open` attribute, and would then not be shown again.
      drop()
      dialog.open = false
      sheet.replaceSync(css)
      document.adoptedStyleSheets.push(sheet)
      dialog.dataset.appkit = ''
      document.body.append(dialog)
    }
    return frame ?? loadFrame(dialog, query, view, explain)
  }
  const start = (): void => {
    useFrame({}, wanted.view || wanted.namespace)
    // Starts to load the bridge before the lines below make the browser compute the layout.
    withBridge(({ show }) => show(wanted))
    if (!isConnected) {
      say('Loading')
      // Moves the card only if it is not in the dialog, since moving it would fade it in again.
      root.isConnected || dialog.prepend(card)
    }
    changed(true)
    dialog.open || dialog.showModal()
  }
  const open = (options: OpenOptions = {}): Promise<Outcome> => {
    wanted = options
    opening ??= Promise.withResolvers()
    start()
    return opening.promise
  }

  root.adoptedStyleSheets.push(sheet)
  // The card takes the focus while the frame loads: a browser that swaps the frame's process would lose the focus.
  card.tabIndex = -1
  card.lang = 'en'
  close.ariaLabel = 'Close'
  // The `close` event fires late, when the dialog may already be open again.
  dialog.onclose = () => dialog.open || settle({ outcome: 'closed' })
  // The parent's end of `protocol/wire/handshake.ts`. It reads `data` last, because reading deserialises it.
  addEventListener('message', (event) => {
    const { source, origin } = event as MessageEvent & { source: Window }
    if (source !== frame?.contentWindow || origin !== frameOrigin) return
    const { t, v, n, reason } = Object(event.data)
    if (t === 'refused') explain(reason)
    // Every other message with the nonce is a hello.
    else if (n === nonce)
      if (isConnected) {
        // A second hello means that the frame was loaded again. Its nonce is spent.
        drop()
        if (opening) start()
      } else if (v?.includes(protocolVersion)) {
        const channel = new MessageChannel()
        isConnected = true
        // Removes the loader's ×, because the frame has its own.
        root.replaceChildren()
        source.postMessage({ t: 'connect', n, v: protocolVersion, wallets }, origin, [channel.port2])
        withBridge(({ connect }) => connect(channel.port1))
      } else explain(unsupportedVersion)
  })
  return [dialog, card, open, useFrame, settle, fail] as const
}

// A page has one frame, so the frame's state is in module variables.
let frame: HTMLIFrameElement | undefined
let nonce: string
/**
 * The page's wallets when the frame was created. The frame reserves rows for them, so the handshake must name the same
 * wallets.
 */
let wallets: string[][]
let isConnected: boolean

const drop = (): void => {
  frame = frame?.remove() as undefined
}

const loadFrame = (dialog: HTMLElement, query: FrameQuery, view: string, explain: () => unknown): HTMLIFrameElement => {
  // The frame inherits the colour scheme. A browser paints a frame of another scheme as an opaque box.
  const theme = resolveTheme()
  dialog.style.colorScheme = theme
  // Insecure contexts lack `randomUUID`, and the server refuses their pages.
  nonce = crypto.randomUUID?.()
  wallets = listAnnouncedWallets()
  isConnected = false
  // The properties and the sandbox tokens (SECURITY-MODEL.md 3.1) are in the order that compresses best.
  frame = Object.assign(document.createElement('iframe'), {
    // The fragment of a URL reaches no server.
    src: `${frameOrigin}/f/${projectId && `${projectId}/`}?${new URLSearchParams({ theme, locale: hostOptions.locale || document.documentElement.lang, ...query })}#${new URLSearchParams({ n: nonce, rows: [wallets.length, hostOptions.featuredWalletIds] as never, view, accounts: JSON.stringify(appKitState.accounts) })}`,
    allow: `storage-access ${secureOrigin};publickey-credentials-create ${frameOrigin} ${secureOrigin};publickey-credentials-get ${frameOrigin} ${secureOrigin};clipboard-write`,
    // Custom protocols let a tap open a wallet's app.
    sandbox:
      'allow-popups allow-popups-to-escape-sandbox allow-forms allow-top-navigation-to-custom-protocols allow-scripts allow-same-origin',
    referrerPolicy: 'strict-origin',
    onload: () => explain(),
  })
  dialog.append(frame)
  return frame
}

const part = (name: 'p' | 'button', textContent: string, onclick?: () => void): HTMLElement =>
  Object.assign(document.createElement(name), { onclick, textContent })

/**
 * One sheet for the document and for the card's shadow root, since `:host` matches nothing in the document. An adopted
 * sheet needs no `style-src`. The browser's own sheet positions a modal dialog. The card appears late, so that it does
 * not flash before a fast frame. The declarations are in the order that compresses best.
 */
const css =
  '[data-appkit]{min-width:100%;border:0;background:light-dark(#0006,#0008);min-height:100%;padding:0;iframe{height:100%;position:absolute;width:100%;border:0}}:host{height:554px;border-radius:24px;text-align:center;align-content:center;margin:auto;outline:0;background:light-dark(#fff,#1b1b1a);inset:0;position:absolute;width:360px;transition:opacity .1s .3s;@starting-style{opacity:0}}:host *{font:20px system-ui;padding:20px;border:0}:host :last-child{right:0;top:0;background:0;position:absolute;z-index:1}'
