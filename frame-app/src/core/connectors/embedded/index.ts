import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { createLazyValue } from '../lazy.ts'
import type { ConnectorContext, EmbeddedConnector, EmbeddedWallet } from '../types.ts'

/** Loads the code of the embedded wallet and opens the secure frame on a login or for a stored session. */
export const createEmbeddedConnector = (context: ConnectorContext): EmbeddedConnector => {
  let opened: EmbeddedWallet | undefined
  const open = createLazyValue(async () => {
    opened = (await import('./connector.ts')).openWallet(context)
    return opened
  })
  return {
    open,
    opened: () => opened,
    restore: async (namespace) => (await open()).restore(namespace),
    request: async (namespace, request) => (await open()).request(namespace, request),
    // A login covers all namespaces, so disconnecting one namespace disconnects all.
    disconnect: async () => (await open()).disconnect(),
    chooseAccount: async () => {
      // The embedded wallet has one account per namespace.
      throw new AppError(commonErrors.ACCOUNT_NOT_FOUND)
    },
  }
}
