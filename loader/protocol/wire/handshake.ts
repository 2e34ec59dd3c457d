/**
 * The handshake that gives a frame and its parent the two ends of one MessagePort. Every listener checks the sender's
 * window and exact origin before it reads the data, because reading the data deserialises it. This file has the child's
 * part, and `acceptFrame.ts` the parent's. The modal's frame loads the parent's part later, with the embedded wallet.
 */

export const protocolVersion = 1

/** The part of a window that the handshake needs. */
export type HandshakeScope = {
  parent: { postMessage(message: unknown, targetOrigin: string): void }
  addEventListener(type: 'message', listener: (event: MessageEvent) => void, options?: { signal: AbortSignal }): void
}

export const readNonce = (fragment: string): string => new URLSearchParams(fragment.slice(1)).get('n') ?? ''

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
 * Answers the attestation challenge of the secure frame, which verifies the host page's origin without the modal's
 * help.
 */
export const answerAttestation = (scope: Pick<HandshakeScope, 'addEventListener'>, secureOrigin: string): void =>
  scope.addEventListener('message', (event) => {
    if (!event.source || event.origin !== secureOrigin) return
    const { t, c } = Object(event.data) as Record<string, unknown>
    if (t === 'attest') (event.source as Window).postMessage({ t: 'attested', c }, secureOrigin)
  })
