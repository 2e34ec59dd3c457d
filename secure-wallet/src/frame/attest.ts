import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { createNonce } from '@appkit-frame/loader/protocol/wire/acceptFrame.ts'
import { attestationTimeoutMs } from '@appkit-frame/loader/protocol/wire/timings.ts'

/** The properties of `window` that the challenge to the host page uses. */
export type AttestationWindow = {
  readonly parent: { readonly parent: { postMessage(message: unknown, targetOrigin: string): void } }
  addEventListener(type: 'message', listener: (event: MessageEvent) => void, options: { signal: AbortSignal }): void
}

/**
 * Sends the host page a challenge that only a document of `host` can read. So the browser attests the host page. The
 * secure frame need not trust the modal's frame, which lies between the secure frame and the host page. The host page is
 * the parent of that frame, and not the top window if an ancestor of the project shows the host page in a frame.
 */
export const attestHost = (scope: AttestationWindow, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const ended = new AbortController()
    const challenge = createNonce()
    const page = scope.parent.parent
    const timer = setTimeout(() => {
      ended.abort()
      reject(new AppError(commonErrors.UNVERIFIED_DOMAIN))
    }, attestationTimeoutMs)

    const listen = (event: MessageEvent): void => {
      // Check the sender first, because reading the data deserialises it.
      if (!event.source || event.source !== page || event.origin !== host) return
      const { t, c } = Object(event.data) as Record<string, unknown>
      if (t !== 'attested' || c !== challenge) return
      clearTimeout(timer)
      ended.abort()
      resolve()
    }
    scope.addEventListener('message', listen, { signal: ended.signal })
    page.postMessage({ t: 'attest', c: challenge }, host)
  })
