import { loadPartTexts } from '../languages/loadLanguage.ts'
import { isUnfinished } from '../unlock/unfinished.ts'
import type { EmbeddedWalletOptions } from './embeddedOptions.ts'
import type { createPanelTasks } from './panelTasks.ts'
import type { createWalletParts } from './walletParts.ts'

type Parts = {
  options: Pick<EmbeddedWalletOptions, 'storage' | 'surface' | 'loadPressGuard'>
  parts: Pick<ReturnType<typeof createWalletParts>, 'session' | 'connection'>
  access: { lock(): Promise<void> }
  start: ReturnType<typeof createPanelTasks>['start']
  leave(): void
  announce(): void
  signOut(): Promise<void>
}

/** Ends the connection of a site, and offers the visitor to connect it again. */
export const createDisconnection = ({ options, parts, access, start, leave, announce, signOut }: Parts) => {
  const { storage, surface, loadPressGuard } = options
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
    /**
     * Shows the button that connects the site again. Returns false if no wallet is here. Rejects if the code of the button
     * does not load, so that the modal shows the email form instead.
     */
    offerReturn: async (): Promise<boolean> => {
      await connection.read()
      const facts = connection.isLeft() ? await session.restore() : null
      if (!facts?.wallet || isUnfinished(facts.wallet)) return false
      const [{ offerReturn }, guardPress] = await Promise.all([
        import('../login/returning.ts'),
        loadPressGuard(),
        loadPartTexts('return'),
      ])
      start((signal) => offerReturn({ session, connection, surface, storage, guardPress, announce, signOut }, signal))
      return true
    },
    /** Follows a tab that has disconnected the site or connected it again. */
    follow: async (): Promise<void> => {
      const [wasLeft, hadReturned] = [connection.isLeft(), connection.hasReturned()]
      await connection.read()
      if (connection.isLeft() === wasLeft && connection.hasReturned() === hadReturned) return
      await access.lock()
      announce()
    },
  }
}
