import { isUnfinished } from '../unlock/unfinished.ts'
import type { EmbeddedWalletOptions } from './embeddedOptions.ts'
import type { createPanelTasks } from './panelTasks.ts'
import type { createWalletParts } from './walletParts.ts'

type Parts = {
  options: Pick<EmbeddedWalletOptions, 'storage' | 'surface' | 'guardPress'>
  parts: Pick<ReturnType<typeof createWalletParts>, 'session' | 'connection'>
  access: { lock(): Promise<void> }
  start: ReturnType<typeof createPanelTasks>['start']
  leave(): void
  announce(): void
  signOut(): Promise<void>
}

/** Ends the connection of a site, and offers the visitor to connect it again. */
export const createDisconnection = ({ options, parts, access, start, leave, announce, signOut }: Parts) => {
  const { storage, surface, guardPress } = options
  const { session, connection } = parts
  return {
    /**
     * Ends the connection of this site and nothing else: the session and the device key stay. Without storage for the
     * entry, the next document would connect the site by itself, so then the session ends too.
     */
    disconnect: async (): Promise<void> => {
      const stored = connection.leave()
      leave()
      await Promise.all([stored, access.lock()])
      if (storage.hasFailed()) await signOut()
      announce()
    },
    /** Shows the button that connects the site again. Returns false if no wallet is here. */
    offerReturn: async (): Promise<boolean> => {
      await connection.read()
      const facts = connection.isLeft() ? await session.restore() : null
      if (!facts?.wallet || isUnfinished(facts.wallet)) return false
      start(async (signal) =>
        (await import('../login/returning.ts')).offerReturn(
          { session, connection, surface, storage, guardPress, announce, signOut },
          signal,
        ),
      )
      return true
    },
    /** Follows a tab that has disconnected the site or connected it again. */
    follow: async (): Promise<void> => {
      const wasLeft = connection.isLeft()
      await connection.read()
      if (connection.isLeft() === wasLeft) return
      await access.lock()
      announce()
    },
  }
}
