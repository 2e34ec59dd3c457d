import type { ConnectorContext, EmbeddedConnector } from '../connector.ts'
import { createLater } from '../later.ts'
import type { OpenedWallet } from './open.ts'

/** Nothing of it, and no frame, is there before somebody logs in, or was logged in. */
export const createEmbedded = (context: ConnectorContext): EmbeddedConnector => {
  let wallet: OpenedWallet | undefined
  const load = () => import('./open.ts')
  const open = createLater(async () => {
    wallet = (await load()).openWallet(context)
    return wallet
  })
  return {
    preload: () => {
      // What fails here is asked for again when it is needed.
      load().catch(() => {})
    },
    login: async (email) => (await open()).login(email),
    openSettings: async () => (await open()).openSettings(),
    leave: () => wallet?.leave(),
    place: (place) => wallet?.place(place),
    disconnect: async (namespace) => (await open()).disconnect(namespace),
    chooseAccount: async () => {},
    request: async (namespace, request) => (await open()).request(namespace, request),
  }
}
