import { readAccountState } from '../domain/accountState.ts'
import { createEmbeddedConnector } from './embedded/index.ts'
import type { ConnectorContext, Connectors, InjectedConnector } from './types.ts'
import { createWalletConnectConnector } from './walletConnect/index.ts'

export const createConnectors = (context: ConnectorContext): Connectors => ({
  injected: createInjected(context),
  walletConnect: createWalletConnectConnector(context),
  embedded: createEmbeddedConnector(context),
})

/** Browser extensions inject no provider into cross-origin frames, so the bridge in the host page talks to them. */
const createInjected = ({ host }: ConnectorContext): InjectedConnector => ({
  connect: async (walletId, networks) => readAccountState(await host.connect(walletId, networks)),
  disconnect: (namespace) => host.disconnect(namespace),
  request: (namespace, request) => host.request(namespace, request),
  chooseAccount: (namespace, account) => host.chooseAccount(namespace, account),
})
