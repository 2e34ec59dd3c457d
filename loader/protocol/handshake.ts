import { type Limits, openWire, type Wire, type WireError } from './wire.ts'

/**
 * How a frame and its parent come to hold the two ends of one MessagePort. In every listener the sender's window and
 * exact origin are read before the data, because reading data is what deserialises it.
 */

export const protocolVersion = 1

/** What of a window the handshake needs. */
export type Scope = {
  parent: { postMessage(message: unknown, targetOrigin: string): void }
  addEventListener(type: 'message', listener: (event: MessageEvent) => void, options?: { signal: AbortSignal }): void
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void
}

/** 16 random bytes, base64url. Goes into the frame's fragment, which reaches no server and no Referer. */
export const createNonce = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '')

export const readNonce = (fragment: string): string => new URLSearchParams(fragment.slice(1)).get('n') ?? ''

type AcceptOptions = {
  frame: { readonly contentWindow: unknown }
  /** Exact, known from the build or the configuration, never from the message. */
  origin: string
  nonce: string
  projectId: string
  limits?: Limits
  /** Ends the waiting, and the line with it. */
  signal?: AbortSignal
  /** The child speaks no version of ours, or a document came that only says why it refuses. */
  refused: (reason: string) => void
}

/**
 * The parent's end. `connected` runs once. A second hello means that the frame was loaded again: its nonce is spent, so
 * the line is closed, and the parent has to set a new source with a new nonce.
 */
export const acceptFrame = (scope: Scope, options: AcceptOptions, connected: (wire: Wire) => void): void => {
  const { frame, origin, nonce, projectId, limits, signal, refused } = options
  let wire: Wire | undefined

  const listen = (event: MessageEvent): void => {
    const { source } = event
    if (!source || source !== frame.contentWindow || event.origin !== origin) return
    const { t, v, n, reason } = Object(event.data) as Record<string, unknown>
    if (t === 'refused' && !wire && typeof reason === 'string') refused(reason)
    if (t !== 'hello' || n !== nonce) return
    if (wire) {
      wire.close()
      return
    }
    if (!Array.isArray(v) || !v.includes(protocolVersion)) {
      refused('UNSUPPORTED_VERSION')
      return
    }
    const { port1, port2 } = new MessageChannel()
    wire = openWire(port1, limits)
    ;(source as Window).postMessage({ t: 'connect', v: protocolVersion, n, projectId }, origin, [port2])
    connected(wire)
  }
  scope.addEventListener('message', listen, signal && { signal })
  signal?.addEventListener('abort', () => wire?.close())
}

type ShakeOptions = {
  /** The parent's origin, or a rule that it must pass. */
  allows: (origin: string) => boolean
  nonce: string
  limits?: Limits
  signal?: AbortSignal
}
export type Shaken = { wire: Wire; origin: string; projectId: string }

/** The child's end: says hello, and takes exactly one port from its parent. */
export const shakeHands = (scope: Scope, { allows, nonce, limits, signal }: ShakeOptions): Promise<Shaken> =>
  new Promise((resolve, reject) => {
    // Set before anything that waits, so that two messages in one turn can't both be taken.
    let taken = false
    const listen = (event: MessageEvent): void => {
      if (taken || event.source !== scope.parent || !allows(event.origin)) return
      const { t, v, n, projectId } = Object(event.data) as Record<string, unknown>
      const [port, ...others] = event.ports
      if (t !== 'connect' || v !== protocolVersion || n !== nonce || !port || others.length > 0) return
      if (typeof projectId !== 'string' || projectId.length > 64) return
      taken = true
      scope.removeEventListener('message', listen)
      resolve({ wire: openWire(port, limits), origin: event.origin, projectId })
    }
    signal?.addEventListener('abort', () => {
      taken = true
      scope.removeEventListener('message', listen)
      reject(disconnected)
    })
    scope.addEventListener('message', listen)
    // The one message to any origin: it carries nothing but the nonce that the parent gave.
    scope.parent.postMessage({ t: 'hello', v: [protocolVersion], n: nonce }, '*')
  })

const disconnected: WireError = { code: 4900, reason: 'DISCONNECTED', message: 'The handshake was given up' }

/** A document that will not start says why, so that the page can show it. */
export const refuse = (scope: Scope, reason: string): void => scope.parent.postMessage({ t: 'refused', reason }, '*')

/** The loader's answer to the secure frame, which asks the top window who it is without going through the modal. */
export const answerAttestation = (scope: Scope, secureOrigin: string): void =>
  scope.addEventListener('message', (event) => {
    const { source, origin } = event
    if (!source || origin !== secureOrigin) return
    const { t, c } = Object(event.data) as Record<string, unknown>
    if (t === 'attest' && typeof c === 'string' && c.length <= 64)
      (source as Window).postMessage({ t: 'attested', c }, secureOrigin)
  })
