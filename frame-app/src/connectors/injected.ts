import type { Host } from '../state/peers.ts'
import type { Connector } from './connector.ts'

/** Wallets of the host page. They don't serve frames, so the bridge in the page does the talking. */
export const createInjected = (host: Host): Connector => ({
  connect: (walletId) => host.connect(walletId),
  disconnect: (namespace) => (namespace ? host.disconnect(namespace) : host.disconnect()),
  request: (namespace, request) => host.request(namespace, request),
})
