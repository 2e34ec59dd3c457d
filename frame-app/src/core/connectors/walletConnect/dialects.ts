import type { JsonRpcRequest } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { eip1193 } from './eip1193.ts'

/** What the session says of one namespace, without asking the wallet. */
export type Line = {
  caipNetworkId(): string | undefined
  /** The active one first. */
  addresses(): string[]
  /** Where the session has the network the choice is ours; else the wallet is sent `request`, and has to add it. */
  goTo(caipNetworkId: string, request: JsonRpcRequest): Promise<null>
}

/** How the provider of a namespace talks, where that is more than methods that are handed on to the wallet. */
export type Dialect = {
  /** What stands after the namespace in CAIP-2, of what `chainChanged` brings. */
  readReference(data: string): string | undefined
  /** What is answered from the session. The page knows permissions better than any wallet. */
  answers: { [method: string]: (line: Line, request: JsonRpcRequest) => unknown }
  /** What the wallet granted where it takes up networks that the session does not have. */
  addsNetworks: string
}

/** Where a namespace has one, the page asks its own provider what is true; in all others it is told. */
export const dialects: { [namespace in ChainNamespace]?: Dialect } = { eip155: eip1193 }
