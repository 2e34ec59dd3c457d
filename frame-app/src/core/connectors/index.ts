import type { ConnectorContext, Connectors } from './connector.ts'
import { createEmbedded } from './embedded/index.ts'
import { createInjected } from './injected.ts'
import { createWalletConnect } from './walletConnect/index.ts'

export const createConnectors = (context: ConnectorContext): Connectors => ({
  injected: createInjected(context),
  walletConnect: createWalletConnect(context),
  embedded: createEmbedded(context),
})
