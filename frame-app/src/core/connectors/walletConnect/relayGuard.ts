import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { SignClient } from '@walletconnect/sign-client'
import { relayFailure, relayRefusal } from './relayFailure.ts'

/** The client itself would try for 78 s. */
const connectMs = 12_000

/** What is not in its type. */
export type Relayer = Core['relayer'] & { connect(): Promise<void>; createProvider(): Promise<void> }
type Core = Awaited<ReturnType<typeof SignClient.init>>['core']

/**
 * What the relay refuses it refuses each time, and the client would come back as fast as it can. After a refusal nothing
 * connects until somebody asks again.
 */
export const guardLine = (relayer: Relayer, heartbeat: Core['heartbeat'], hostOrigin: string) => {
  const { connect, createProvider, transportOpen } = relayer
  const refused = new EventTarget()
  let refusal: AppError | undefined
  /** One round of tries for all who need the line: two at once would take each other's socket away. */
  let round: Promise<void> | undefined
  const tryAll = async (): Promise<void> => {
    try {
      await connect.call(relayer)
    } finally {
      round = undefined
    }
    // Who takes it for a line would open one without asking here.
    if (refusal) throw refusal
  }
  const start = (): Promise<void> => {
    round ??= tryAll()
    return round
  }
  relayer.connect = start
  const stop = () => {
    relayer.connect = relayer.transportOpen = async () => {
      throw refusal
    }
    // At each beat it sends again what was not taken, and hears no refusal of that.
    heartbeat.stop()
  }
  const hear = (error: unknown): void => {
    refusal = relayRefusal(String(Object(error).message ?? error), hostOrigin)
    if (!refusal) return
    stop()
    refused.dispatchEvent(new Event('refused'))
  }
  relayer.on('relayer_error', hear)
  relayer.createProvider = async () => {
    await createProvider.call(relayer)
    // One that it replaces while its socket closes has no listener any more, and then its error is nobody's.
    relayer.provider.on('error', hear)
  }
  const race = <Result>(work: Promise<Result>, patienceMs?: number): Promise<Result> =>
    new Promise((resolve, reject) => {
      const fail = () => reject(refusal)
      refused.addEventListener('refused', fail, { once: true })
      const timer =
        patienceMs === undefined
          ? undefined
          : setTimeout(() => reject(new AppError(commonErrors.RELAY_UNREACHABLE)), patienceMs)
      work.then(resolve, reject).finally(() => {
        clearTimeout(timer)
        refused.removeEventListener('refused', fail)
      })
    })
  return {
    race,
    /** With patience of our own, and again after a refusal. */
    use: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (refusal) {
        // A second after the refusal it sees that it has to end.
        await round?.catch(() => {})
        await heartbeat.init()
      }
      refusal = undefined
      relayer.connect = start
      relayer.transportOpen = transportOpen
      try {
        return await race(work(), connectMs)
      } catch (thrown) {
        throw relayFailure(thrown)
      }
    },
  }
}
