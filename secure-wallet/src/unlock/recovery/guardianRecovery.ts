import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { base64urlnopad } from '@scure/base'
import * as v from 'valibot'
import { clockText, startCountdown } from '../../login/countdown.ts'
import { messages } from '../../login/messages.ts'
import { otpPanel } from '../../login/otpPanel.ts'
import { showPanelUntilDone } from '../../login/panelUntil.ts'
import type { Store } from '../../session/store.ts'
import { element } from '../../ui/element.ts'
import { panelBody, panelIntro, sentenceWithValues } from '../../ui/parts.ts'
import type { PanelSurface } from '../../ui/surface.ts'
import type { PrepareCodeWindow } from '../../windows/flows/codeRequest.ts'
import type { ShareSets } from '../shareSets.ts'

/**
 * A recovery that waits for the guardian's delay. The browser stores it, so that the visitor may leave and come back.
 */
const storedRecovery = v.object({
  walletId: v.string(),
  challengeId: v.string(),
  clientKey: v.string(),
  releaseAt: v.number(),
})
type PendingRecovery = v.InferOutput<typeof storedRecovery>

type Options = {
  sets: ShareSets
  store: Store
  scope: string
  surface: PanelSurface
  hasNoStorage(): boolean
  site: { host: string }
  /** Null in a wallet window. */
  prepareWindow: PrepareCodeWindow | null
  now?: () => number
}
type Wallet = { walletId: string; setId: string; email: string }

const cooldownMs = 30_000

/**
 * Recovers the wallet by the guardian. The guardian checks its own OTP and enforces its own delay; it trusts no
 * statement of the main server (SECURITY-MODEL.md 2.2).
 */
export const createGuardianRecovery = (options: Options) => {
  const { sets, store, scope, surface, hasNoStorage, site, prepareWindow, now = Date.now } = options
  // Do not change this name: earlier versions stored data under it.
  const name = `recovery ${scope}`

  const findPending = async (walletId: string): Promise<PendingRecovery | null> => {
    const found = await store.get(name)
    return v.is(storedRecovery, found) && found.walletId === walletId ? found : null
  }

  const askForCode = (wallet: Wallet, signal: AbortSignal): Promise<PendingRecovery> => {
    const { walletId, setId, email } = wallet
    const clientKey = base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(32)))
    let challengeId = ''
    const challenge = async (): Promise<void> => {
      const { host } = site
      const reply = await sets.guardian.ask({ kind: 'challenge', walletId, setId, email, host, clientKey })
      if (reply.kind !== 'challenge') throw new AppError(walletErrors.GUARDIAN_UNREACHABLE)
      challengeId = reply.challengeId
    }
    const verify = async (code: string): Promise<PendingRecovery> => {
      const device = await sets.guardian.proveBrowser(walletId, setId, challengeId)
      const reply = await sets.guardian.ask({ kind: 'verify', challengeId, code, clientKey, ...(device && { device }) })
      if (reply.kind !== 'verify') throw new AppError(walletErrors.GUARDIAN_UNREACHABLE)
      // The browser proved that the guardian recognised it, but the guardian demands the delay. So the owner has made
      // the guardian forget all browsers. Delete this browser's key too, because the unlocked wallet registers a new
      // one.
      if (device && reply.releaseAt > now()) await sets.guardian.forgetBrowser()
      const pending = { walletId, challengeId, clientKey, releaseAt: reply.releaseAt }
      await store.put(name, pending)
      return pending
    }
    return showPanelUntilDone<PendingRecovery>(signal, (resolve, reject) => {
      let close = (): void => undefined
      const show = async (): Promise<void> => {
        await challenge()
        const panel = otpPanel({
          email,
          prepareWindow,
          title: messages.recover.guardianTitle,
          lead: sentenceWithValues(messages.recover.guardianLead, { email }),
          resend: {
            at: now() + cooldownMs,
            again: async () => {
              await challenge()
              return now() + cooldownMs
            },
          },
          submit: async (code) => resolve(await verify(code)),
          restart: () => void show().catch(reject),
        })
        close = panel.close
        await surface.show('recover', panel.root)
      }
      show().catch(reject)
      return () => close()
    })
  }

  const awaitDelay = ({ releaseAt }: PendingRecovery, signal: AbortSignal): Promise<void> =>
    showPanelUntilDone<void>(signal, (resolve, reject) => {
      const panel = delayPanel({ releaseAt, hasNoStorage: hasNoStorage(), done: () => resolve() })
      surface.show('recover', panel.root).catch(reject)
      return panel.close
    })

  /** Asks the guardian for its share, with an OTP and a delay. Resolves when the worker has the share. */
  const run = async (wallet: Wallet, signal: AbortSignal): Promise<void> => {
    for (;;) {
      const pending = (await findPending(wallet.walletId)) ?? (await askForCode(wallet, signal))
      await awaitDelay(pending, signal)
      const { challengeId, clientKey } = pending
      try {
        await sets.guardian.ask({ kind: 'release', challengeId, clientKey })
        return
      } catch (thrown) {
        if (!(thrown instanceof AppError)) throw thrown
        // This browser's clock is ahead of the guardian's clock, so the delay is not over yet.
        if (thrown.code === 'GUARDIAN_DELAY')
          await store.put(name, { ...pending, releaseAt: now() + Number(thrown.values.n ?? 1) * 1_000 })
        else if (thrown.code === 'CHALLENGE_NOT_FOUND') await store.remove(name)
        else throw thrown
      }
    }
  }
  return { run, findPending, forget: (): Promise<void> => store.remove(name) }
}

type DelayOptions = { releaseAt: number; hasNoStorage: boolean; done(): void }

/** A countdown with the role `timer`, so screen readers don't announce each second. */
const delayPanel = ({ releaseAt, hasNoStorage, done }: DelayOptions) => {
  const { recover: text } = messages
  const figure = element('p', { class: 'figure', role: 'timer' })
  const head = panelIntro({ title: text.delayTitle, lead: text.delay })
  head.append(figure)
  const root = element(
    'div',
    {},
    panelBody(head, element('p', { class: 'legal' }, hasNoStorage ? text.stay : text.comeBack)),
  )
  const close = startCountdown(releaseAt, (seconds) => {
    figure.textContent = clockText(seconds)
    if (seconds === 0) done()
  })
  return { root, close }
}
