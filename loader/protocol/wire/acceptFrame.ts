import { type HandshakeScope, protocolVersion } from './handshake.ts'

/** 16 random bytes for the fragment of the frame's URL, which reaches no server and no Referer. */
export const createNonce = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

type AcceptOptions = {
  frame: { readonly contentWindow: unknown }
  /** The exact origin of the frame, from the build or the configuration, never from the message. */
  origin: string
  nonce: string
  projectId: string
  /** Stops the listener. Required, because the parent must not listen longer than it keeps the frame. */
  signal: AbortSignal
  /** Called at most once, with the parent's end of the channel. */
  connected: (port: MessagePort) => void
  /** Called if the frame's document refuses to start, or supports no protocol version of the parent. */
  refused: (reason: string) => void
  /**
   * Called at a second hello: the frame's document was loaded again. The nonce is spent, so the caller of `acceptFrame`
   * closes the port and gives the frame a new URL.
   */
  lost: () => void
}

/**
 * The parent's part of the handshake, which the modal's frame runs as the parent of the secure frame. The host page
 * runs a smaller copy: the `message` listener of `createModal` in `loader/src/core/modal.ts`. Change both. The loader's
 * `connect` message also has `wallets`: rdns, name and icon of each wallet that answered the page's EIP-6963 request at
 * once. A frame that does not know the field ignores it.
 */
export const acceptFrame = (
  scope: Pick<HandshakeScope, 'addEventListener'>,
  { frame, origin, nonce, projectId, signal, connected, refused, lost }: AcceptOptions,
): void => {
  let taken = false
  scope.addEventListener(
    'message',
    (event) => {
      const { source } = event
      if (!source || source !== frame.contentWindow || event.origin !== origin) return
      const { t, v, n, reason } = Object(event.data) as Record<string, unknown>
      if (t === 'refused' && !taken && typeof reason === 'string') refused(reason)
      if (t !== 'hello' || n !== nonce) return
      if (taken) lost()
      else if (!Array.isArray(v) || !v.includes(protocolVersion)) refused('UNSUPPORTED_VERSION')
      else {
        taken = true
        const { port1, port2 } = new MessageChannel()
        ;(source as Window).postMessage({ t: 'connect', v: protocolVersion, n, projectId }, origin, [port2])
        connected(port1)
      }
    },
    { signal },
  )
}
