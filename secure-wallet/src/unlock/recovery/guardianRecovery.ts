import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import * as v from 'valibot'
import { showPanelUntilDone } from '../../login/panelUntil.ts'
import type { Store } from '../../session/store.ts'
import type { PanelSurface } from '../../ui/surface.ts'
import type { ShareSets } from '../shareSets.ts'
import { createDelayView } from './delayView.ts'
import { type LinkEnd, recoveryLinkEndedPanel, recoveryLinkPanel } from './linkPanel.ts'
import { type ConfirmedRecovery, type LinkedRecovery, type PendingRecovery, storedRecovery } from './pendingRecovery.ts'
import { createRecoveryLink, type Wallet } from './recoveryLink.ts'

type Options = {
  sets: ShareSets
  store: Store
  scope: string
  surface: PanelSurface
  hasNoStorage(): boolean
  site: { host: string }
  now?: () => number
}
const endOf: { readonly [code: string]: LinkEnd } = {
  CODE_EXPIRED: 'expired',
  CODE_DEAD: 'wrong',
  CHALLENGE_NOT_FOUND: 'stopped',
  LOGIN_FROZEN: 'frozen',
}
/**
 * Recovers the wallet by the guardian. The guardian mails its own link and enforces its own delay; it trusts no
 * statement of the main server (SECURITY-MODEL.md 2.2).
 */
export const createGuardianRecovery = (options: Options) => {
  const { sets, store, scope, surface, hasNoStorage, site, now = Date.now } = options
  // Do not change this name: earlier versions stored data under it.
  const name = `recovery ${scope}`

  const findPending = async (walletId: string): Promise<PendingRecovery | null> => {
    const found = await store.get(name)
    if (!v.is(storedRecovery, found) || found.walletId !== walletId) return null
    return found.releaseAt === null && found.linkEndsAt <= now() ? null : found
  }
  const { mailLink, awaitPress } = createRecoveryLink({ guardian: sets.guardian, store, name, host: site.host, now })

  /** Shows the number of a recovery until its owner has picked it. `back`: the visitor wants another way. */
  const showNumber = (
    pending: LinkedRecovery,
    wallet: Wallet,
    signal: AbortSignal,
  ): Promise<PendingRecovery | LinkEnd | 'back'> =>
    showPanelUntilDone<PendingRecovery | LinkEnd | 'back'>(signal, (resolve, reject) => {
      const ended = new AbortController()
      // Another mail ends this recovery at the guardian. So how this recovery ends counts only if no other mail was sent.
      let resending: Promise<LinkedRecovery> | null = null
      const panel = recoveryLinkPanel({
        email: wallet.email,
        number: pending.number,
        resendAt: pending.resendAt,
        resend: async () => {
          resending = mailLink(wallet, pending.clientKey)
          const next = await resending
          resolve(next)
          return next.resendAt
        },
        back: () => resolve('back'),
      })
      awaitPress(pending, wallet.setId, ended.signal).then(resolve, async (thrown) => {
        await resending?.catch(() => undefined)
        const end = thrown instanceof AppError && endOf[thrown.code]
        if (end) resolve(end)
        else reject(thrown)
      })
      surface.show('recover', panel.root).catch(reject)
      return () => {
        ended.abort()
        panel.close()
      }
    })

  const awaitDelay = createDelayView({
    guardian: sets.guardian,
    surface,
    hasNoStorage,
    forget: () => store.remove(name),
  })

  const start = async (wallet: Wallet): Promise<LinkedRecovery | 'frozen'> => {
    try {
      return await mailLink(wallet)
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'LOGIN_FROZEN') return 'frozen'
      throw thrown
    }
  }
  /** Shows the number until the owner has picked it. Null if the visitor wants another way. */
  const confirm = async (wallet: Wallet, signal: AbortSignal): Promise<ConfirmedRecovery | null> => {
    let next: PendingRecovery | LinkEnd | 'back' = (await findPending(wallet.walletId)) ?? (await start(wallet))
    while (next !== 'back') {
      if (typeof next !== 'object')
        next = (await showEnd(surface, next, signal)) === 'back' ? 'back' : await start(wallet)
      else if (next.releaseAt !== null) return next
      else {
        next = await showNumber(next, wallet, signal)
        if (typeof next === 'object') await store.put(name, next)
      }
    }
    await store.remove(name)
    return null
  }

  /** Asks the guardian for its share, with a press behind a mailed link and a delay. Resolves when the worker has it. */
  const run = async (wallet: Wallet, signal: AbortSignal): Promise<'released' | 'back'> => {
    for (;;) {
      const pending = await confirm(wallet, signal)
      if (!pending) return 'back'
      if (pending.releaseAt > now() && (await awaitDelay(pending, signal)) === 'back') return 'back'
      const { challengeId, clientKey } = pending
      try {
        await sets.guardian.ask({ kind: 'release', challengeId, clientKey })
        return 'released'
      } catch (thrown) {
        if (!(thrown instanceof AppError)) throw thrown
        // This browser's clock is ahead of the guardian's clock, so the delay is not over yet.
        if (thrown.code === 'GUARDIAN_DELAY')
          await store.put(name, { ...pending, releaseAt: now() + Number(thrown.values.n ?? 1) * 1_000 })
        else if (thrown.code in endOf) await store.remove(name)
        else throw thrown
      }
    }
  }
  return { run, findPending, forget: (): Promise<void> => store.remove(name) }
}

const showEnd = (surface: PanelSurface, end: LinkEnd, signal: AbortSignal): Promise<'again' | 'back'> =>
  showPanelUntilDone<'again' | 'back'>(signal, (resolve, reject) => {
    const root = recoveryLinkEndedPanel(
      end,
      () => resolve('again'),
      () => resolve('back'),
    )
    surface.show('recover', root).catch(reject)
    return () => undefined
  })
