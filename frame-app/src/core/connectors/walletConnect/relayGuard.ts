import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { relayErrors } from '@appkit-frame/loader/protocol/errors/relayErrors.ts'
import { relayFailure, relayRefusal } from './relayFailure.ts'
import type { SignClientInstance } from './signClient.ts'

/** The time limit for connecting to the relay. sign-client alone would retry for 78 s. */
const connectMs = 12_000

type Core = SignClientInstance['core']
/** sign-client's relayer, with the methods that its type omits. */
export type Relayer = Core['relayer'] & { connect(): Promise<void>; createProvider(): Promise<void> }

export type RelayGuard = {
  /** Waits for `work`, but rejects as soon as the relay refuses the connection. */
  race<Result>(work: Promise<Result>, timeoutMs?: number): Promise<Result>
  /** Runs `work`, which needs the relay, within a time limit. Reconnects if the relay refused the last connection. */
  use<Result>(work: () => Promise<Result>): Promise<Result>
}

/**
 * Stops sign-client from reconnecting after the relay refused the project or the origin, because the relay would refuse
 * each retry. The next call of `use` tries again.
 */
export const guardRelay = (relayer: Relayer, heartbeat: Core['heartbeat'], hostOrigin: string): RelayGuard => {
  const refused = new EventTarget()
  let refusal: AppError | undefined
  const { transportOpen } = relayer
  const connecting = shareConnect(relayer, () => refusal)
  onRelayError(relayer, (error) => {
    refusal = relayRefusal(String(Object(error).message ?? error), hostOrigin)
    if (!refusal) return
    relayer.connect = relayer.transportOpen = async () => {
      throw refusal
    }
    // A running heartbeat would publish unsent messages again at each beat, although the relay refused.
    heartbeat.stop()
    refused.dispatchEvent(new Event('refused'))
  })

  const race: RelayGuard['race'] = (work, timeoutMs) =>
    new Promise((resolve, reject) => {
      const fail = () => reject(refusal)
      refused.addEventListener('refused', fail, { once: true })
      const expire = () => reject(new AppError(relayErrors.RELAY_UNREACHABLE))
      const timer = timeoutMs === undefined ? undefined : setTimeout(expire, timeoutMs)
      work.then(resolve, reject).finally(() => {
        clearTimeout(timer)
        refused.removeEventListener('refused', fail)
      })
    })
  return {
    race,
    use: async (work) => {
      if (refusal) {
        // sign-client notices a refusal up to one second late. A new attempt must not overlap with the refused one.
        await connecting.current()?.catch(() => {})
        await heartbeat.init()
      }
      refusal = undefined
      relayer.connect = connecting.start
      relayer.transportOpen = transportOpen
      try {
        return await race(work(), connectMs)
      } catch (thrown) {
        throw relayFailure(thrown)
      }
    },
  }
}

/** Single flight for `relayer.connect`: two concurrent calls would close each other's socket. */
const shareConnect = (relayer: Relayer, refusal: () => AppError | undefined) => {
  const { connect } = relayer
  let current: Promise<void> | undefined
  const run = async (): Promise<void> => {
    try {
      await connect.call(relayer)
    } finally {
      current = undefined
    }
    // `connect` resolves even if the relay refused. Without an error here, the caller of `connect` would open another
    // socket.
    const error = refusal()
    if (error) throw error
  }
  const start = (): Promise<void> => {
    current ??= run()
    return current
  }
  relayer.connect = start
  return { start, current: () => current }
}

const onRelayError = (relayer: Relayer, listener: (error: unknown) => void): void => {
  const { createProvider } = relayer
  relayer.on('relayer_error', listener)
  relayer.createProvider = async () => {
    await createProvider.call(relayer)
    // sign-client replaces its provider and removes its own listeners from the old provider. The socket of the old
    // provider may still emit an error.
    relayer.provider.on('error', listener)
  }
}
