import { readAccountState } from '../domain/accountState.ts'
import type { ConnectorContext, InjectedConnector } from './connector.ts'

/** Wallets of the host page. They don't serve frames, so the bridge in the page does the talking. */
export const createInjected = ({ host }: ConnectorContext): InjectedConnector => ({
  connect: async (walletId, networks) => readAccountState(await host.connect(walletId, networks)),
  disconnect: (namespace) => (namespace ? host.disconnect(namespace) : host.disconnect()),
  request: (namespace, request) => host.request(namespace, request),
  chooseAccount: (namespace, account) => host.account(namespace, account),
})
