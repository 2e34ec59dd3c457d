import { readDevice } from '../../domain/device.ts'
import type { ConnectorContext, PairingConnector } from '../connector.ts'
import { createLater } from '../later.ts'

/** A wallet on another device. Its client is larger than all the rest of the frame, so it comes when it is needed. */
export const createWalletConnect = (context: ConnectorContext): PairingConnector => {
  const load = () => import('./remote.ts')
  const open = createLater(async () => (await load()).openRemote(context, readDevice(window)))
  return {
    preload: () => {
      // What fails here is asked for again when it is needed.
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
