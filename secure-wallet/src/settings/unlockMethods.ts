import { durableUnlockMethods, type ShareSetRow } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { withPasskeyPanel } from '../login/passkeyPanel.ts'
import { workingPanel } from '../login/workingPanel.ts'
import type { PanelSurface } from '../ui/surface.ts'
import type { PasskeyCheck } from '../unlock/passkeyCheck.ts'
import type { ShareSets } from '../unlock/shareSets.ts'
import { askInPanel } from './askInPanel.ts'
import { type GuardPress, isConfirmedInPanel } from './confirmInPanel.ts'
import { messages } from './unlockMethodMessages.ts'
import { type ListedUnlockMethod, unlockMethodPanel, unlockMethodRemovalPanel } from './unlockMethodPanel.ts'

type Options = {
  sets: ShareSets
  surface: PanelSurface
  passkey: PasskeyCheck
  unlock(): Promise<void>
  fresh<Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Result>
  /** Null in the secure frame, where the visitor removes no share set. */
  guardPress: GuardPress | null
}
type Add = (signal: AbortSignal) => Promise<void>

/**
 * Lists the share sets of one unlock method, adds one or removes one. The last durable share set has no button for
 * removal.
 */
export const createUnlockMethods = ({ sets, surface, passkey, unlock, fresh, guardPress }: Options) => {
  const remove = async (
    method: ListedUnlockMethod,
    set: ShareSetRow,
    guard: GuardPress,
    signal: AbortSignal,
  ): Promise<void> => {
    const draw = (back: () => void) => unlockMethodRemovalPanel(method, back)
    const isSure = await isConfirmedInPanel(surface, signal, guard, draw)
    if (!isSure) return
    // The removal of a passkey does not ask for this passkey, because the visitor may have lost it.
    if (method !== 'passkey' && passkey.isPossible()) await withPasskeyPanel(surface, 'settings', signal, passkey.ask)
    await surface.show('settings', workingPanel(messages.working))
    await unlock()
    await surface.show('settings', workingPanel(messages.working))
    await fresh(async () => {
      await unlock()
      await sets.remove(set)
    }, signal)
  }

  /** If the wallet has no share set of this unlock method yet, adds the first one instead of showing an empty list. */
  return async (method: ListedUnlockMethod, add: Add | null, signal: AbortSignal): Promise<void> => {
    if (sets.ofType(method).length === 0) return add?.(signal)
    for (;;) {
      const listed = sets.ofType(method)
      if (listed.length === 0) return
      const isOnly = durableUnlockMethods.flatMap(sets.ofType).length === 1
      const answer = await askInPanel<ShareSetRow | 'add' | null>(surface, signal, (resolve) =>
        unlockMethodPanel({
          method,
          sets: listed,
          isOnly,
          remove: guardPress && resolve,
          add: add && (() => resolve('add')),
          back: () => resolve(null),
        }),
      )
      if (answer === null) return
      if (answer === 'add') return add?.(signal)
      if (guardPress) await remove(method, answer, guardPress, signal)
    }
  }
}
