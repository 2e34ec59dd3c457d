import { readAccountState } from '../domain/accountState.ts'
import type { ConnectorContext, InjectedConnector } from './connector.ts'

/** Wallets of the host page. They serve no frames, so the bridge in the page talks to them. */
export const createInjected = ({ host }: ConnectorContext): InjectedConnector => ({
  connect: async (walletId, networks) => readAccountState(await host.connect(walletId, networks)),
  disconnect: (namespace) => host.disconnect(namespace),
  request: (namespace, request) => host.request(namespace, request),
  chooseAccount: (namespace, account) => host.chooseAccount(namespace, account),
})
