import { type Atom, atom } from 'jotai/vanilla'
import { areSignInEffectsNeededAtom } from '../../features/signIn/signInAtoms.ts'
import { accountKey, balanceKey } from '../domain/rememberedAccount.ts'
import { activeAccountAtom } from '../state/accounts.ts'
import { connectorAtom } from '../state/connections.ts'
import { missingWalletIdsAtom } from '../state/directory.ts'
import { isOpenAtom, visitAtom } from '../state/modal.ts'
import { bootstrapAtom, optionsAtom } from '../state/options.ts'
import { isPairedByPageAtom, isPairingNeededSoonAtom } from '../state/pairing.ts'
import { readStorageAtom } from '../state/storage.ts'
import { waitingRequestAtom } from '../state/waitingRequest.ts'
import { applyTheme } from './applyTheme.ts'
import type { EffectContext } from './context.ts'
import { followConnection } from './followConnection.ts'
import { handlePrerenderedClose } from './prerenderedView.ts'

/**
 * Starts all effects, which run by themselves when the state changes. The calls of the host page are in `hostApi.ts`.
 */
export const startEffects = (context: EffectContext): void => {
  applyTheme(context)
  disableWhileClosed(context)
  reportNextVisit(context)
  handlePrerenderedClose(context)
  followConnection(context)
  startOnce(context, hasRememberedAccountAtom, async () => (await import('./forgetLostAccounts.ts')).forgetLostAccounts)
  startOnce(context, activeAccountAtom, async () => (await import('./connectedEffects.ts')).startConnectedEffects)
  startOnce(context, needsLimitAtom, async () => (await import('./limitTransactions.ts')).limitTransactions)
  startDirectory(context)
  startPairing(context)
  startOnce(context, waitingRequestAtom, async () => (await import('./showWaitingRequest.ts')).showWaitingRequest)
  startOnce(
    context,
    areSignInEffectsNeededAtom,
    async () => (await import('../../features/signIn/signInEffects.ts')).startSignInEffects,
  )
  if (context.store.get(bootstrapAtom).analytics) void startReports(context)
}

/** The page must know the limit before the visitor connects. Without a limit, it forgets that of an earlier visit. */
const needsLimitAtom = atom((get) => get(optionsAtom).unsupportedChain === 'banner' || get(activeAccountAtom))

/** A first visit has stored no account, so the first view lacks the code that forgets it. */
const hasRememberedAccountAtom = atom((get) => [accountKey, balanceKey].some(get(readStorageAtom)))

/**
 * Makes the document inert after a visit. The page keeps a closed modal painted, so a script of this frame could
 * otherwise take the focus. Before the first visit no code takes the focus, and the document must keep a press that
 * comes before the call of `open`.
 */
const disableWhileClosed = ({ store }: EffectContext): void => {
  store.sub(isOpenAtom, () => {
    document.body.inert = !store.get(isOpenAtom)
  })
}

/**
 * Tells the page when the first view of the next visit is painted. The page hides the frame from the end of a visit
 * until then, so that no visit starts with a view of the last one.
 */
const reportNextVisit = ({ store, draw, host }: EffectContext): void => {
  const report = async (): Promise<void> => {
    await draw()
    await host.shown()
  }
  // If the views fail to load, the next call of `open` tries again and reports the failure.
  store.sub(visitAtom, () => void report().catch(() => {}))
}

/** Most host pages set no wallet ids in their options, so the first view lacks the code that fetches wallets by id. */
const startDirectory = (context: EffectContext): void =>
  startOnce(
    context,
    atom((get) => get(missingWalletIdsAtom).length > 0),
    async () => (await import('./directory.ts')).completeDirectory,
  )

/** Most visitors use a wallet of their browser, so the first view lacks the code for pairings. */
const startPairing = (context: EffectContext): void =>
  startOnce(context, isPairingNeededSoonAtom, async () => {
    // Loads the WalletConnect client in parallel with the import below.
    if (!context.store.get(isPairedByPageAtom)) context.store.get(connectorAtom)('walletConnect').preload()
    return (await import('./keepPairing.ts')).keepPairing
  })

/**
 * Starts an effect when it is first needed. If the effect's code does not load, the next opening or closing of the
 * modal or the next change of `isNeeded` loads it again.
 */
const startOnce = (
  context: EffectContext,
  isNeeded: Atom<unknown>,
  load: () => Promise<(context: EffectContext) => void>,
): void => {
  let isLoading = false
  const start = async () => {
    if (isLoading || !context.store.get(isNeeded)) return
    isLoading = true
    let effect: (context: EffectContext) => void
    try {
      effect = await load()
    } catch {
      isLoading = false
      return
    }
    for (const stop of stops) stop()
    effect(context)
  }
  const stops = [isNeeded, isOpenAtom].map((each) => context.store.sub(each, start))
  void start()
}

/** Loads the code that sends usage reports, and starts it. */
const startReports = async (context: EffectContext): Promise<void> => {
  try {
    const { reportUse } = await import('./analytics.ts')
    reportUse(context)
  } catch {
    // A failure stays silent, because usage reports are best effort.
  }
}
