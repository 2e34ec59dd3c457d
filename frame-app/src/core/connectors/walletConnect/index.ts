import { readDevice } from '../../domain/device.ts'
import { createLazyValue } from '../lazy.ts'
import type { ConnectorContext, LazyRemoteConnector } from '../types.ts'

/** Loads the WalletConnect client on first use, because it is larger than the rest of the frame. */
export const createWalletConnectConnector = (context: ConnectorContext): LazyRemoteConnector => {
  const load = () => import('./connector.ts')
  const open = createLazyValue(async () => (await load()).openRemote(context, readDevice(window)))
  return {
    preload: () => {
      // A failed preload stays silent, because `open` loads the code again and reports the error.
      load().catch(() => {})
    },
    pair: async () => (await open()).pair(),
    adopt: async () => (await open()).adopt(),
    disconnect: async (namespace) => (await open()).disconnect(namespace),
    restore: async (namespace) => (await open()).restore(namespace),
    chooseAccount: async (namespace, account) => (await open()).chooseAccount(namespace, account),
    request: async (namespace, request) => (await open()).request(namespace, request),
  }
}
