import type { createAccess } from './keys/access.ts'
import type { FactorSets } from './keys/factorSets.ts'
import type { createGuardianRecovery } from './recovery/guardianRecovery.ts'
import { findClientKey, forgetClientKey } from './session/clientKey.ts'
import type { createRevocations } from './session/revocations.ts'
import type { Session } from './session/session.ts'
import type { Store } from './session/store.ts'

type Parts = {
  session: Session
  sets: FactorSets
  guardian: ReturnType<typeof createGuardianRecovery>
  access: ReturnType<typeof createAccess>
  revocations: ReturnType<typeof createRevocations>
  store: Store
  scope: string
  leave(): void
}

/** Everything of this site that this browser holds; the server is told now or at the next start. */
export const createSignOut = ({ session, sets, guardian, access, revocations, store, scope, leave }: Parts) => {
  const end = async (everywhere: boolean): Promise<void> => {
    leave()
    await access.lock()
    await Promise.all([sets.signedOut(), guardian.forget()])
    const key = await findClientKey(store, scope)
    const undelivered = await session.signOut(everywhere)
    if (undelivered) await revocations.keep(undelivered, key)
    await forgetClientKey(store, scope)
  }
  let leaving: Promise<void> | undefined
  /** The modal hears of it before the server does, and asks for the same: meanwhile the key is still needed. */
  return (everywhere: boolean): Promise<void> => {
    leaving ??= end(everywhere).finally(() => {
      leaving = undefined
    })
    return leaving
  }
}
