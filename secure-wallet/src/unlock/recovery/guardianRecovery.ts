import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import * as v from 'valibot'
import { messages } from '../../login/messages.ts'
import { codePanel } from '../../login/otpPanel.ts'
import { panelUntil } from '../../login/panelUntil.ts'
import type { Store } from '../../session/store.ts'
import { sentence } from '../../ui/parts.ts'
import type { Surface } from '../../ui/surface.ts'
import { randomBytes, toText } from '../../worker/bytes.ts'
import type { FactorSets } from '../factorSets.ts'
import { delayPanel } from './delayPanel.ts'

/** A recovery that waits, so that a visitor may leave and come back. */
const waitingShape = v.object({
  walletId: v.string(),
  challengeId: v.string(),
  clientKey: v.string(),
  releaseAt: v.number(),
})
type Waiting = v.InferOutput<typeof waitingShape>

type Options = {
  sets: FactorSets
  store: Store
  scope: string
  surface: Surface
  keepsNothing(): boolean
  site: { host: string }
  now?: () => number
}
type Wallet = { walletId: string; setId: string; email: string }

/** The guardian checks a code of its own and lets time pass, and takes no server's word for either (security 2.2). */
export const createGuardianRecovery = (options: Options) => {
  const { sets, store, scope, surface, keepsNothing, site, now = Date.now } = options
  const name = `recovery ${scope}`

  const findWaiting = async (walletId: string): Promise<Waiting | null> => {
    const kept = await store.get(name)
    return v.is(waitingShape, kept) && kept.walletId === walletId ? kept : null
  }

  const askForCode = (wallet: Wallet, signal: AbortSignal): Promise<Waiting> => {
    const { walletId, setId, email } = wallet
    return panelUntil<Waiting>(signal, (resolve, reject) => {
      const clientKey = toText(randomBytes(32))
      const challenge = async () => {
        const reply = await sets.askGuardian({ kind: 'challenge', walletId, setId, email, host: site.host, clientKey })
        if (reply.kind !== 'challenge') throw new AppError(walletErrors.GUARDIAN_UNREACHABLE)
        return reply
      }
      let close = (): void => undefined
      const show = async (): Promise<void> => {
        let { challengeId } = await challenge()
        const panel = codePanel({
          email,
          title: messages.recover.guardianTitle,
          lead: sentence(messages.recover.guardianLead, { email }),
          resend: {
            at: now() + cooldownMs,
            again: async () => {
              challengeId = (await challenge()).challengeId
              return now() + cooldownMs
            },
          },
          submit: async (code) => {
            const device = await sets.proveRecognition(walletId, setId, challengeId)
            const question = { kind: 'verify', challengeId, code, clientKey, ...(device && { device }) } as const
            const reply = await sets.askGuardian(question)
            if (reply.kind !== 'verify') throw new AppError(walletErrors.GUARDIAN_UNREACHABLE)
            // The owner had all browsers forgotten; once the wallet is open again, this one gets another key.
            if (device && reply.releaseAt > now()) await sets.unrecognise()
            const waiting = { walletId, challengeId, clientKey, releaseAt: reply.releaseAt }
            await store.put(name, waiting)
            resolve(waiting)
          },
          restart: () => void show().catch(reject),
        })
        close = panel.close
        await surface.show('recover', panel.root)
      }
      show().catch(reject)
      return () => close()
    })
  }

  const awaitDelay = (waiting: Waiting, signal: AbortSignal): Promise<void> =>
    panelUntil<void>(signal, (resolve, reject) => {
      const panel = delayPanel({ releaseAt: waiting.releaseAt, keepsNothing: keepsNothing(), done: () => resolve() })
      surface.show('recover', panel.root).catch(reject)
      return panel.close
    })

  /** The share is in the worker when this resolves. */
  const run = async (wallet: Wallet, signal: AbortSignal): Promise<void> => {
    for (;;) {
      const waiting = (await findWaiting(wallet.walletId)) ?? (await askForCode(wallet, signal))
      await awaitDelay(waiting, signal)
      const { challengeId, clientKey } = waiting
      try {
        await sets.askGuardian({ kind: 'release', challengeId, clientKey })
        return
      } catch (thrown) {
        if (!(thrown instanceof AppError)) throw thrown
        // Its clock is the one that counts.
        if (thrown.code === 'GUARDIAN_DELAY')
          await store.put(name, { ...waiting, releaseAt: now() + Number(thrown.values.n ?? 1) * 1_000 })
        else if (thrown.code === 'CHALLENGE_NOT_FOUND') await store.remove(name)
        else throw thrown
      }
    }
  }
  return { run, findWaiting, forget: (): Promise<void> => store.remove(name) }
}

const cooldownMs = 30_000
