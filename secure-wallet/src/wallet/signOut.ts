import { type ClientKey, findClientKey, nameOfClientKey } from '../session/clientKey.ts'
import type { createRevocations } from '../session/revocations.ts'
import type { ServerLine } from '../session/serverLine.ts'
import type { Session } from '../session/session.ts'
import type { Store } from '../session/store.ts'
import type { createAccess } from '../unlock/access.ts'
import type { createGuardianRecovery } from '../unlock/recovery/guardianRecovery.ts'
import type { ShareSets } from '../unlock/shareSets.ts'

type Parts = {
  session: Session
  sets: ShareSets
  guardian: ReturnType<typeof createGuardianRecovery>
  access: ReturnType<typeof createAccess>
  revocations: ReturnType<typeof createRevocations>
  connect(key: ClientKey): ServerLine
  store: Store
  scope: string
  leave(): void
}

/** Everything of this site that this browser holds; the server is told now or at the next start. */
export const createSignOut = ({
  session,
  sets,
  guardian,
  access,
  revocations,
  connect,
  store,
  scope,
  leave,
}: Parts) => {
  const end = async (everywhere: boolean, proof?: string): Promise<void> => {
    leave()
    await access.lock()
    const [isKept] = await Promise.all([sets.signedOut(), guardian.forget()])
    const key = await findClientKey(store, scope)
    let isToTell = false
    const undelivered = await session.signOut({ everywhere, ...(proof !== undefined && { proof }) }, (last) => {
      isToTell = last !== null
      return {
        put: last ? revocations.noteOf({ tokens: last, key, everywhere }) : {},
        // By it the server knows what stays here as this browser's, when its owner comes back and signs out for good.
        remove: isKept ? [] : [nameOfClientKey(scope)],
        line: connect(key),
      }
    })
    if (isToTell && !undelivered) await revocations.drop()
  }
  // The modal hears of it before the server does, and asks for the same: meanwhile the key is still needed.
  let leaving: Promise<void> | undefined
  /** `proof` that the wallet is open takes what other browsers have of it. */
  return (everywhere: boolean, proof?: string): Promise<void> => {
    leaving ??= end(everywhere, proof).finally(() => {
      leaving = undefined
    })
    return leaving
  }
}
