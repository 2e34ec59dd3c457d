import type { AccountState, JsonRpcRequest } from 'loader/protocol/frameApi.ts'
import type { ChainNamespace } from 'loader/protocol/namespaces.ts'

/** A way to reach wallets. `connect` takes the id of one wallet, as its row gives it. */
export type Connector = {
  connect(walletId: string): Promise<AccountState>
  disconnect(namespace?: ChainNamespace): Promise<void>
  request(namespace: ChainNamespace, request: JsonRpcRequest): Promise<unknown>
}

/** Filled by `connectors/index.ts`. */
export type ConnectorKind = 'injected'
export type Connectors = Record<ConnectorKind, Connector>
