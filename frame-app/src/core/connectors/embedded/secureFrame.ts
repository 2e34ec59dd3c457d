import { AppError, toWire } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { entryOf } from '@appkit-frame/loader/protocol/errors/errorCodes.ts'
import { embeddedErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { acceptFrame, createNonce } from '@appkit-frame/loader/protocol/wire/handshake.ts'
import { type ServedApi, serve } from '@appkit-frame/loader/protocol/wire/peer.ts'
import { attestMs, frameLoadMs, heartbeatMs } from '@appkit-frame/loader/protocol/wire/timings.ts'
import { openTransport } from '@appkit-frame/loader/protocol/wire/transport.ts'
import { type Secure, wrapSecure } from '../../state/peers.ts'
import { hideFrame } from './position.ts'

export type SecureFrame = { secure: Secure; frame: HTMLIFrameElement; close(): void }

type Options = {
  document: Document
  secureOrigin: string
  projectId: string
  /** What it may call here. */
  events?: ServedApi
  /** It was loaded again or missed a heartbeat, and is gone. Whoever needs it opens it again. */
  lost?: () => void
}

const helloMs = attestMs + 500

/** Security 3.1. */
const sandbox =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-storage-access-by-user-activation'
const features = ['publickey-credentials-get', 'publickey-credentials-create', 'storage-access']

/** Creates the wallet's own frame inside this one, shakes hands with it, and keeps asking whether it lives. */
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
  // The secure frame compares its ancestors, so it has to see this origin, and nothing more of the address.
  frame.referrerPolicy = 'strict-origin'
  hideFrame(frame)
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
    const secure = wrapSecure(wire)
    serve(wire, events, toWire)
    keepAlive(scope, secure, ended.signal, fail)
    return { secure, frame, close }
  } catch (error) {
    close()
    throw error
  }
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
  const timers = [setTimeout(giveUp, frameLoadMs)]
  // Of a document of ours, loaded, a word comes as soon as the page has attested itself; of an error page never.
  frame.addEventListener('load', () => timers.push(setTimeout(giveUp, helloMs)))
  const refused = (reason: string) =>
    reject(new AppError(entryOf(embeddedErrors, reason) ?? commonErrors.UNVERIFIED_DOMAIN))
  options.signal.addEventListener('abort', giveUp)
  acceptFrame(scope, { frame, origin: secureOrigin, connected: resolve, refused, ...options })
  scope.document.body.append(frame)
  try {
    return await promise
  } finally {
    for (const timer of timers) clearTimeout(timer)
  }
}

const keepAlive = (scope: Window, secure: Secure, signal: AbortSignal, lost: () => void): void => {
  const beat = async () => {
    // A hidden tab's timers are so slow that a missed answer would mean nothing.
    if (scope.document.visibilityState !== 'visible') return
    try {
      await secure.heartbeat()
    } catch {
      // Whatever the reason, it did not answer.
      lost()
    }
  }
  const timer = setInterval(beat, heartbeatMs)
  signal.addEventListener('abort', () => clearInterval(timer))
}
