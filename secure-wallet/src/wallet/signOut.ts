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
  sets: Pick<ShareSets, 'device' | 'guardian'>
  guardian: ReturnType<typeof createGuardianRecovery>
  access: ReturnType<typeof createWalletAccess>
  revocations: ReturnType<typeof createPendingSignOut>
  connect(key: ClientKey): ServerClient
  store: Store
  scope: string
  leave(): void
}

/**
 * Signs out. `here` ends this site's session in this browser, and tells the server now or at the next start. The
 * browser keeps its device key and its client key, so the next login opens the wallet without a recovery.
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
  const end = async (forgotten: readonly string[]): Promise<void> => {
    leave()
    await access.lock()
    await guardian.forget()
    const key = await findClientKey(store, scope)
    let isEntryStored = false
    const undelivered = await session.signOut((last) => {
      isEntryStored = last !== null
      return {
        put: last ? revocations.entryOf({ tokens: last, key }) : {},
        remove: forgotten,
        server: connect(key),
      }
    })
    if (isEntryStored && !undelivered) await revocations.drop()
  }
  // The modal's frame gets the news of a sign-out before the server does, and then requests a sign-out itself. Both
  // calls share one run.
  let leaving: Promise<void> | undefined
  const leaveOnce = (forgotten: readonly string[]): Promise<void> => {
    leaving ??= end(forgotten).finally(() => {
      leaving = undefined
    })
    return leaving
  }
  const here = (): Promise<void> => leaveOnce([])
  return {
    here,
    /**
     * Removes this browser from the wallet, and then the keys of the wallet from this browser. The server refuses it
     * while this browser is the last way in (LAST_DURABLE_SET), and then nothing changes here.
     */
    removed: async (): Promise<void> => {
      const { sessionId, wallet } = session.facts() ?? {}
      await session.ask({ method: 'DELETE', path: `sessions/${sessionId}` })
      await sets.guardian.forgetBrowser()
      if (wallet) await sets.device.forget(wallet.walletId)
      await leaveOnce([clientKeyName(scope)])
    },
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
