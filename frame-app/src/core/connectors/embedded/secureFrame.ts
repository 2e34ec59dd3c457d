import { AppError, fromWireError, toWireError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { errorEntryOf } from '@appkit-frame/loader/protocol/errors/errorCodes.ts'
import { embeddedWalletErrors, walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { acceptFrame, createNonce } from '@appkit-frame/loader/protocol/wire/acceptFrame.ts'
import { type ServedApi, serveApi } from '@appkit-frame/loader/protocol/wire/peer.ts'
import {
  attestationTimeoutMs,
  frameLoadTimeoutMs,
  heartbeatIntervalMs,
} from '@appkit-frame/loader/protocol/wire/timings.ts'
import { openTransport } from '@appkit-frame/loader/protocol/wire/transport.ts'
import { createSecurePeer, type SecurePeer } from '../../state/peers.ts'
import { hideSecureFrame } from './position.ts'

export type SecureFrame = { secure: SecurePeer; frame: HTMLIFrameElement; close(): void }

type Options = {
  document: Document
  secureOrigin: string
  projectId: string
  /** Methods that the secure frame may call. */
  events?: ServedApi
  /** Called after the secure frame reloaded or missed a heartbeat and was removed. */
  lost?: () => void
}

const helloMs = attestationTimeoutMs + 500

/** The sandbox flags and allowed features of the secure frame, from SECURITY-MODEL.md 3.1. */
const sandbox =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-storage-access-by-user-activation'
const features = ['publickey-credentials-get', 'publickey-credentials-create', 'storage-access']

/** Creates the secure frame as a child of this frame, shakes hands with it, and monitors it with heartbeats. */
export const openSecureFrame = async ({
  document,
  secureOrigin,
  projectId,
  events = {},
  lost,
}: Options): Promise<SecureFrame> => {
  const scope = document.defaultView
  if (!scope || secureOrigin === scope.location.origin) throw new AppError(commonErrors.IFRAME_LOAD_FAILED)
  const nonce = createNonce()
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', sandbox)
  frame.allow = features.map((feature) => `${feature} ${secureOrigin}`).join('; ')
  // The browser sends this frame's origin as referrer. The secure frame compares that origin with its ancestors, and
  // needs no path or query.
  frame.referrerPolicy = 'strict-origin'
  hideSecureFrame(frame)
  frame.title = 'Wallet'
  frame.src = `${secureOrigin}${scope.location.pathname.replace(/^\/f\//, '/s/')}#n=${nonce}`

  const ended = new AbortController()
  const close = () => {
    ended.abort()
    frame.remove()
  }
  const fail = () => {
    if (ended.signal.aborted) return
    close()
    lost?.()
  }
  try {
    const port = await shake({ scope, frame, secureOrigin, nonce, projectId, signal: ended.signal, lost: fail })
    const wire = openTransport(port)
    ended.signal.addEventListener('abort', () => wire.close())
    const secure = createSecurePeer(wire, readSecureError)
    serveApi(wire, events, toWireError)
    keepAlive(scope, secure, ended.signal, fail)
    return { secure, frame, close }
  } catch (error) {
    close()
    throw error
  }
}

/** Gives a late answer of the wallet its own error, so that the visitor reads which part is slow. */
const readSecureError = (value: unknown): AppError => {
  const error = fromWireError(value)
  return error.code === 'REQUEST_TIMEOUT' ? new AppError(walletErrors.IFRAME_REQUEST_TIMEOUT, { cause: error }) : error
}

type ShakeInput = {
  scope: Window
  frame: HTMLIFrameElement
  secureOrigin: string
  nonce: string
  projectId: string
  signal: AbortSignal
  lost: () => void
}

const shake = async ({ scope, frame, secureOrigin, ...options }: ShakeInput): Promise<MessagePort> => {
  const { promise, resolve, reject } = Promise.withResolvers<MessagePort>()
  const giveUp = () => reject(new AppError(commonErrors.IFRAME_LOAD_FAILED))
  const timers = [setTimeout(giveUp, frameLoadTimeoutMs)]
  // The secure frame's document sends its hello after `load`, as soon as it has attested this frame. A browser's error
  // page loads too but never sends a hello.
  frame.addEventListener('load', () => timers.push(setTimeout(giveUp, helloMs)))
  const refused = (reason: string) =>
    reject(new AppError(errorEntryOf(embeddedWalletErrors, reason) ?? commonErrors.UNVERIFIED_DOMAIN))
  options.signal.addEventListener('abort', giveUp)
  acceptFrame(scope, { frame, origin: secureOrigin, connected: resolve, refused, ...options })
  scope.document.body.append(frame)
  try {
    return await promise
  } finally {
    for (const timer of timers) clearTimeout(timer)
  }
}

const keepAlive = (scope: Window, secure: SecurePeer, signal: AbortSignal, lost: () => void): void => {
  const beat = async () => {
    // Browsers throttle timers of hidden tabs, so a late answer does not mean that the secure frame failed.
    if (scope.document.visibilityState !== 'visible') return
    try {
      await secure.heartbeat()
    } catch {
      lost()
    }
  }
  const timer = setInterval(beat, heartbeatIntervalMs)
  signal.addEventListener('abort', () => clearInterval(timer))
}
