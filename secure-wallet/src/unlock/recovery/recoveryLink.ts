import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { base64urlnopad } from '@scure/base'
import type { Store } from '../../session/store.ts'
import type { ShareSets } from '../shareSets.ts'
import type { ConfirmedRecovery, LinkedRecovery } from './pendingRecovery.ts'

export type Wallet = { walletId: string; setId: string; email: string }

type Options = {
  guardian: ShareSets['guardian']
  store: Store
  /** The name under which the recovery is stored. */
  name: string
  host: string
  now: () => number
}

const cooldownMs = 30_000
const retryMs = 2_000
/** After these failures the visitor may still press behind the link, so the browser asks again. */
const passing = [
  ...['OFFLINE', 'SERVER_UNREACHABLE', 'REQUEST_TIMEOUT', 'GUARDIAN_UNREACHABLE', 'RESOURCE_UNAVAILABLE'],
  'TOO_MANY_REQUESTS',
]

/** Resolves after `ms`, or as soon as `ended` aborts. */
const pause = (ms: number, ended: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (ended.aborted) return resolve()
    const stop = (): void => {
      clearTimeout(timer)
      ended.removeEventListener('abort', stop)
      resolve()
    }
    const timer = setTimeout(stop, ms)
    ended.addEventListener('abort', stop)
  })

/** Lets the guardian mail its link, and learns of the owner's press behind it. */
export const createRecoveryLink = ({ guardian, store, name, host, now }: Options) => ({
  mailLink: async (
    { walletId, setId, email }: Wallet,
    clientKey = base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(32))),
  ): Promise<LinkedRecovery> => {
    const reply = await guardian.ask({ kind: 'challenge', walletId, setId, email, host, clientKey })
    if (reply.kind !== 'challenge') throw new AppError(walletErrors.GUARDIAN_UNREACHABLE)
    const { challengeId, number, expiresAt: linkEndsAt } = reply
    const resendAt = now() + cooldownMs
    const pending = { walletId, challengeId, clientKey, releaseAt: null, number, linkEndsAt, resendAt }
    await store.put(name, pending)
    return pending
  },
  /** Resolves when the owner has picked the number. */
  awaitPress: async (
    { walletId, challengeId, clientKey }: LinkedRecovery,
    setId: string,
    ended: AbortSignal,
  ): Promise<ConfirmedRecovery> => {
    const device = await guardian.proveBrowser(walletId, setId, challengeId)
    for (;;) {
      ended.throwIfAborted()
      // The server answers at once while many browsers wait.
      const early = pause(retryMs, ended)
      try {
        const reply = await guardian.ask({ kind: 'verify', challengeId, clientKey, ...(device && { device }) })
        if (reply.kind !== 'verify') throw new AppError(walletErrors.GUARDIAN_UNREACHABLE)
        const { releaseAt } = reply
        // The browser proved that the guardian recognised it, but the guardian demands the delay. So the owner has made
        // the guardian forget all browsers. Delete this browser's key too, because the unlocked wallet registers a new
        // one.
        if (device && releaseAt !== null && releaseAt > now()) await guardian.forgetBrowser()
        if (releaseAt !== null) return { walletId, challengeId, clientKey, releaseAt }
        await early
      } catch (thrown) {
        if (!(thrown instanceof AppError) || !passing.includes(thrown.code)) throw thrown
        await pause(Math.max(retryMs, Number(thrown.values.n ?? 0) * 1_000), ended)
      }
    }
  },
})
