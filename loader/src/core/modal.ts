import type { OpenOptions, Outcome } from '../../protocol/api/frameApi.ts'
import { protocolVersion } from '../../protocol/wire/handshake.ts'
import type { Bridge } from '../hook.ts'
import { frameOrigin } from '../origins.ts'
import { countWallets } from './announce.ts'
import { failure } from './failure.ts'
import { createFrame } from './frame.ts'
import { css } from './style.ts'

/** The dialog and the frame in it: one of each, made when first wanted. */
export const createModal = (
  projectId: string,
  theme: () => string,
  useBridge: () => Promise<Bridge>,
  changed: (isOpen: boolean) => void,
) => {
  const dialog = document.createElement('dialog')
  const card = document.createElement('div')
  const root = card.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  let frame: HTMLIFrameElement | undefined
  let nonce: string
  let isConnected: boolean
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
  const drop = (): void => {
    frame?.remove()
    frame = undefined
  }
  /** Without words of its own it says what a page can know: nothing comes, and whether that is the network. */
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
      // The page took it out: a frame that moves loads again, and the dialog may still be marked open.
      drop()
      dialog.open = false
      sheet.replaceSync(css)
      document.adoptedStyleSheets.push(sheet)
      document.body.append(dialog)
    }
    if (frame) return frame
    // The frame inherits it: another scheme on the two sides would paint it as an opaque box.
    const look = theme()
    dialog.style.colorScheme = look
    // Secure contexts have it, and on others the server refuses the page.
    nonce = `${crypto.randomUUID?.()}`
    isConnected = false
    const mine = createFrame(`${projectId && `${projectId}/`}?${query}&theme=${look}#n=${nonce}`)
    const frameLoadMs = 20_000
    // A document of ours has said hello by the time it is loaded; an error page of the browser never does.
    const helloMs = 500
    const awaitHello = () => isConnected || mine !== frame || explain('SERVER_UNREACHABLE')
    mine.onload = () => setTimeout(awaitHello, helloMs)
    setTimeout(awaitHello, frameLoadMs)
    dialog.append(mine)
    frame = mine
    return mine
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
    // Its failure is told when the frame is there, or is not.
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
  // Or the frame had the focus while it loads, and a browser that changes its process then loses track of who has it.
  card.tabIndex = -1
  // The event comes late, when the dialog may be open again.
  dialog.onclose = () => dialog.open || settle({ outcome: 'closed' })
  /** The parent's end of `protocol/wire/handshake.ts`. Reading `data` is what deserialises it, so that comes last. */
  addEventListener('message', (event) => {
    const source = event.source
    const origin = event.origin
    if (source !== frame?.contentWindow || origin !== frameOrigin) return
    const { t, v, n, reason } = Object(event.data)
    if (t === 'refused') explain(reason)
    if (t !== 'hello' || n !== nonce) return
    // Something loaded it again, and the nonce is spent.
    if (isConnected) {
      drop()
      if (opening) start()
    } else if (v?.includes(protocolVersion)) {
      const { port1, port2 } = new MessageChannel()
      isConnected = true
      // The message came from a window, not from a port.
      ;(source as Window).postMessage({ t: 'connect', v: protocolVersion, n, projectId }, origin, [port2])
      withBridge(({ connect }) => connect(port1))
    } else explain('UNSUPPORTED_VERSION')
  })

  return [dialog, card, open, useFrame, settle, fail] as const
}

const part = (name: 'p' | 'button', textContent?: string, onclick?: () => void): HTMLElement =>
  Object.assign(document.createElement(name), { onclick, textContent })
