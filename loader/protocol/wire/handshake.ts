/**
 * How a frame and its parent come to hold the two ends of one MessagePort. In every listener the sender's window and
 * exact origin are read before the data, because reading data is what deserialises it.
 */

export const protocolVersion = 1

/** The part of a window that the handshake needs. */
export type Scope = {
  parent: { postMessage(message: unknown, targetOrigin: string): void }
  addEventListener(type: 'message', listener: (event: MessageEvent) => void, options?: { signal: AbortSignal }): void
}

/** 16 random bytes. Goes into the frame's fragment, which reaches no server and no Referer. */
export const createNonce = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

export const readNonce = (fragment: string): string => new URLSearchParams(fragment.slice(1)).get('n') ?? ''

type AcceptOptions = {
  frame: { readonly contentWindow: unknown }
  /** Exact, known from the build or the configuration, never from the message. */
  origin: string
  nonce: string
  projectId: string
  /** Ends the listening. Required: a parent listens as long as it keeps the frame, no longer. */
  signal: AbortSignal
  /** Once. */
  connected: (port: MessagePort) => void
  /** A document came that only says why it refuses, or one that speaks no version of ours. */
  refused: (reason: string) => void
  /** A second hello: the frame was loaded again. Its nonce is spent, so close the port and set a new source. */
  lost: () => void
}

/** The parent's end. */
export const acceptFrame = (
  scope: Pick<Scope, 'addEventListener'>,
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
  /** Whether the parent's origin is the one, or passes the rule. */
  allows: (origin: string) => boolean
  nonce: string
  /** Gives up. */
  signal?: AbortSignal
}
type Shaken = { port: MessagePort; origin: string; projectId: string }

/** The child's end: says hello, and takes exactly one port from its parent. */
export const shakeHands = (scope: Scope, { allows, nonce, signal }: ShakeOptions): Promise<Shaken> =>
  new Promise((resolve, reject) => {
    const ended = new AbortController()
    signal?.addEventListener('abort', () => {
      ended.abort()
      reject(signal.reason)
    })
    const listen = (event: MessageEvent): void => {
      // `aborted` turns true before anything that waits, so that two messages in one turn can't both be taken.
      if (ended.signal.aborted || event.source !== scope.parent || !allows(event.origin)) return
      const { t, v, n, projectId } = Object(event.data) as Record<string, unknown>
      const [port, ...others] = event.ports
      if (t !== 'connect' || v !== protocolVersion || n !== nonce || !port || others.length > 0) return
      if (typeof projectId !== 'string' || projectId.length > 64) return
      ended.abort()
      resolve({ port, origin: event.origin, projectId })
    }
    scope.addEventListener('message', listen, { signal: ended.signal })
    sayHello(scope, nonce)
  })

/**
 * A second one says that this end of the line is gone: the parent makes the frame anew. It is the one message to any
 * origin, and carries nothing but the nonce that the parent gave.
 */
export const sayHello = (scope: Pick<Scope, 'parent'>, nonce: string): void =>
  scope.parent.postMessage({ t: 'hello', v: [protocolVersion], n: nonce }, '*')

/** A document that will not start says why, so that the page can show it. */
export const refuse = (scope: Scope, reason: string): void => scope.parent.postMessage({ t: 'refused', reason }, '*')

/** The loader's answer to the secure frame, which asks the top window who it is without going through the modal. */
export const answerAttestation = (scope: Pick<Scope, 'addEventListener'>, secureOrigin: string): void =>
  scope.addEventListener('message', (event) => {
    if (!event.source || event.origin !== secureOrigin) return
    const { t, c } = Object(event.data) as Record<string, unknown>
    if (t === 'attest') (event.source as Window).postMessage({ t: 'attested', c }, secureOrigin)
  })
