import type { Host } from '../state/peers.ts'
import type { Connector, ConnectorKind } from './connector.ts'
import { createInjected } from './injected.ts'

const factories = {
  injected: createInjected,
} as const satisfies Record<ConnectorKind, (host: Host) => Connector>

export const createConnectors = (host: Host): Record<ConnectorKind, Connector> => ({
  injected: factories.injected(host),
})
