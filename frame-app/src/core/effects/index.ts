import type { Atom } from 'jotai/vanilla'
import { isSignInUsedAtom } from '../../features/signIn/signInAtoms.ts'
import { activeAccountAtom } from '../state/accounts.ts'
import { connectorAtom } from '../state/connections.ts'
import { missingWalletIdsAtom } from '../state/directory.ts'
import { bootstrapAtom } from '../state/options.ts'
import { isPairingNearAtom } from '../state/pairing.ts'
import { waitingRequestAtom } from '../state/waitingRequest.ts'
import { followConnection } from './connection.ts'
import type { EffectContext } from './context.ts'
import { followPrepared } from './prepared.ts'
import { applyLook } from './theme.ts'

/** Everything that happens by itself. The host's calls, which somebody asked for, are in `hostApi.ts`. */
export const startEffects = (context: EffectContext): void => {
  applyLook(context)
  followPrepared(context)
  followConnection(context)
  startFreshness(context)
  startDirectory(context)
  startPairing(context)
  startOnce(context, activeAccountAtom, Boolean, async () => (await import('./lastConnections.ts')).rememberConnections)
  startOnce(context, waitingRequestAtom, Boolean, async () => (await import('./openWallet.ts')).showWayToWallet)
  startOnce(
    context,
    isSignInUsedAtom,
    Boolean,
    async () => (await import('../../features/signIn/signInEffects.ts')).startSignInEffects,
  )
  if (context.store.get(bootstrapAtom).analytics) void startReports(context)
}

/** Without an account there is nothing to keep fresh, so the first view does without this code. */
const startFreshness = (context: EffectContext): void =>
  startOnce(context, activeAccountAtom, Boolean, async () => (await import('./balance.ts')).keepAccountFresh)

/** Most pages name no wallets, so the first view does without this code. */
const startDirectory = (context: EffectContext): void =>
  startOnce(
    context,
    missingWalletIdsAtom,
    ({ length }) => length > 0,
    async () => (await import('./directory.ts')).completeDirectory,
  )

/** Most visitors use a wallet of their browser, so the first view does without this code. */
const startPairing = (context: EffectContext): void =>
  startOnce(context, isPairingNearAtom, Boolean, async () => {
    // Beside it, not after it.
    context.store.get(connectorAtom)('walletConnect').preload()
    return (await import('./pairing.ts')).keepPairing
  })

/** Starts an effect when it is first needed. Where its code does not come, the next change asks for it again. */
const startOnce = <Value>(
  context: EffectContext,
  source: Atom<Value>,
  isNeeded: (value: Value) => boolean,
  load: () => Promise<(context: EffectContext) => void>,
): void => {
  let isLoading = false
  const start = async () => {
    if (isLoading || !isNeeded(context.store.get(source))) return
    isLoading = true
    let effect: (context: EffectContext) => void
    try {
      effect = await load()
    } catch {
      // What it would bring stays unknown, and the views say so.
      isLoading = false
      return
    }
    stop()
    effect(context)
  }
  const stop = context.store.sub(source, start)
  void start()
}

/** Off unless the project says on; off means that its code is not even loaded. */
const startReports = async (context: EffectContext): Promise<void> => {
  try {
    const { reportUse } = await import('./analytics.ts')
    reportUse(context)
  } catch {
    // Lost reports are no one's loss.
  }
}
