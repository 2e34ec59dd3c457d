import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { ConnectorContext, EmbeddedConnector } from '../connector.ts'
import { createLater } from '../later.ts'
import type { OpenedWallet } from './open.ts'

/** Its code and its frame come when a visitor logs in, or was logged in before. */
export const createEmbedded = (context: ConnectorContext): EmbeddedConnector => {
  let opened: OpenedWallet | undefined
  const open = createLater(async () => {
    opened = (await import('./open.ts')).openWallet(context)
    return opened
  })
  return {
    open,
    opened: () => opened,
    restore: async (namespace) => (await open()).restore(namespace),
    request: async (namespace, request) => (await open()).request(namespace, request),
    // One login has all namespaces, so a visitor who leaves one of them leaves all.
    disconnect: async () => (await open()).signOut(),
    chooseAccount: async () => {
      // It has one account in each namespace.
      throw new AppError(commonErrors.ACCOUNT_NOT_FOUND)
    },
  }
}
