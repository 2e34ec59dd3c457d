/**
 * The handshake that gives a frame and its parent the two ends of one MessagePort. Every listener checks the sender's
 * window and exact origin before it reads the data, because reading the data deserialises it.
 */

export const protocolVersion = 1

/** The part of a window that the handshake needs. */
export type HandshakeScope = {
  parent: { postMessage(message: unknown, targetOrigin: string): void }
  addEventListener(type: 'message', listener: (event: MessageEvent) => void, options?: { signal: AbortSignal }): void
}

/** 16 random bytes for the fragment of the frame's URL, which reaches no server and no Referer. */
export const createNonce = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

export const readNonce = (fragment: string): string => new URLSearchParams(fragment.slice(1)).get('n') ?? ''

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

type ShakeOptions = {
  /** Whether a parent of this origin may embed the frame. */
  allows: (origin: string) => boolean
  nonce: string
  /** Ends the handshake if it is aborted. */
  signal?: AbortSignal
}
type Shaken = { port: MessagePort; origin: string; projectId: string }

/** The child's part of the handshake: sends a hello and takes exactly one port from its parent. */
export const shakeHands = (scope: HandshakeScope, { allows, nonce, signal }: ShakeOptions): Promise<Shaken> =>
  new Promise((resolve, reject) => {
    const ended = new AbortController()
    signal?.addEventListener('abort', () => {
      ended.abort()
      reject(signal.reason)
    })
    const listen = (event: MessageEvent): void => {
      // `aborted` becomes true in the same turn, so only one of two messages in a turn can be taken.
      if (ended.signal.aborted || event.source !== scope.parent || !allows(event.origin)) return
      const { t, v, n, projectId } = Object(event.data) as Record<string, unknown>
      const [port, ...others] = event.ports
      if (t !== 'connect' || v !== protocolVersion || n !== nonce || !port || others.length > 0) return
      if (typeof projectId !== 'string' || projectId.length > 64) return
      ended.abort()
      resolve({ port, origin: event.origin, projectId })
    }
    scope.addEventListener('message', listen, { signal: ended.signal })
    sendHello(scope, nonce)
  })

/**
 * Says hello to the parent. A second hello reports that this document lost its channel; the parent then creates a new
 * frame. The hello is the only message that is posted to any origin (`*`), and contains only versions and the nonce
 * that the parent gave.
 */
export const sendHello = (scope: Pick<HandshakeScope, 'parent'>, nonce: string): void =>
  scope.parent.postMessage({ t: 'hello', v: [protocolVersion], n: nonce }, '*')

/** Tells the parent why this document refuses to start, so that the page can show the reason. */
export const refuseToStart = (scope: HandshakeScope, reason: string): void =>
  scope.parent.postMessage({ t: 'refused', reason }, '*')

/**
 * Answers the attestation challenge of the secure frame, which verifies the top window's origin without the modal's
 * help.
 */
export const answerAttestation = (scope: Pick<HandshakeScope, 'addEventListener'>, secureOrigin: string): void =>
  scope.addEventListener('message', (event) => {
    if (!event.source || event.origin !== secureOrigin) return
    const { t, c } = Object(event.data) as Record<string, unknown>
    if (t === 'attest') (event.source as Window).postMessage({ t: 'attested', c }, secureOrigin)
  })
