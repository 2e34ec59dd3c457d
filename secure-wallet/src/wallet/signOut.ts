import { type ClientKey, clientKeyName, findClientKey } from '../session/clientKey.ts'
import type { createPendingSignOut } from '../session/revocations.ts'
import type { ServerClient } from '../session/serverClient.ts'
import type { Session } from '../session/session.ts'
import type { Store } from '../session/store.ts'
import type { createWalletAccess } from '../unlock/access.ts'
import type { createGuardianRecovery } from '../unlock/recovery/guardianRecovery.ts'
import type { ShareSets } from '../unlock/shareSets.ts'

type Parts = {
  session: Session
  sets: ShareSets
  guardian: ReturnType<typeof createGuardianRecovery>
  access: ReturnType<typeof createWalletAccess>
  revocations: ReturnType<typeof createPendingSignOut>
  connect(key: ClientKey): ServerClient
  store: Store
  scope: string
  leave(): void
}

/**
 * Signs out. `here` deletes this site's data in this browser, and tells the server now or at the next start.
 */
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
  const end = async (): Promise<void> => {
    leave()
    await access.lock()
    const [isKept] = await Promise.all([sets.signedOut(), guardian.forget()])
    const key = await findClientKey(store, scope)
    let isEntryStored = false
    const undelivered = await session.signOut((last) => {
      isEntryStored = last !== null
      return {
        put: last ? revocations.entryOf({ tokens: last, key }) : {},
        // The server tells browsers with a device share set apart by their client keys. If the share set stays, keep
        // the client key for a later sign-out.
        remove: isKept ? [] : [clientKeyName(scope)],
        server: connect(key),
      }
    })
    if (isEntryStored && !undelivered) await revocations.drop()
  }
  // The modal's frame gets the news of a sign-out before the server does, and then requests a sign-out itself. Both
  // calls share one run.
  let leaving: Promise<void> | undefined
  const here = (): Promise<void> => {
    leaving ??= end().finally(() => {
      leaving = undefined
    })
    return leaving
  }
  return {
    here,
    /**
     * Ends all sessions of the user, and then this document's own data. A `proof` that the wallet is unlocked also
     * makes the server delete the share sets of other browsers.
     */
    everywhere: async (proof: string | undefined): Promise<void> => {
      await session.ask({ method: 'DELETE', path: `sessions${proof ? `?proof=${proof}` : ''}` })
      await here()
    },
  }
}
