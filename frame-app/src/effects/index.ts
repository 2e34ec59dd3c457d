import { activeAccountAtom } from '../state/accounts.ts'
import { missingWalletIdsAtom } from '../state/directory.ts'
import { bootstrapAtom } from '../state/options.ts'
import { followConnection } from './connection.ts'
import type { EffectContext } from './context.ts'
import { applyLook } from './look.ts'
import { followPrepared } from './prepared.ts'

/** Everything that happens by itself. The host's calls, which somebody asked for, are in `hostApi.ts`. */
export const startEffects = (context: EffectContext): void => {
  applyLook(context)
  followPrepared(context)
  followConnection(context)
  startFreshness(context)
  startDirectory(context)
  if (context.store.get(bootstrapAtom).analytics) void startReports(context)
}

/** Without an account there is nothing to keep fresh, so the first view does without this code. */
const startFreshness = (context: EffectContext): void => {
  let isLoading = false
  const load = async () => {
    if (isLoading || !context.store.get(activeAccountAtom)) return
    isLoading = true
    try {
      const { keepAccountFresh } = await import('./balance.ts')
      stop()
      keepAccountFresh(context)
    } catch {
      // The balance stays unknown, and its own Try again loads the code too.
      isLoading = false
    }
  }
  const stop = context.store.sub(activeAccountAtom, load)
  void load()
}

/** Most pages name no wallets, so the first view does without this code. */
const startDirectory = (context: EffectContext): void => {
  const load = async () => {
    if (!context.store.get(missingWalletIdsAtom).length) return
    stop()
    const { completeDirectory } = await import('./directory.ts')
    completeDirectory(context)
  }
  const stop = context.store.sub(missingWalletIdsAtom, () => void load())
}

/** Off unless the project says on; off means that its code is not even loaded. */
const startReports = async (context: EffectContext): Promise<void> => {
  const { reportUse } = await import('./analytics.ts')
  reportUse(context)
}
