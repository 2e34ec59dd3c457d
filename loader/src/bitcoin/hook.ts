import type { AccountState, JsonRpcRequest } from '../../protocol/api/frameApi.ts'

/** The hook of `bitcoin.js`: functions of `page.js` that reach the connected wallet. */
export type BitcoinHook = [
  request: (request: JsonRpcRequest) => Promise<unknown>,
  /** The account of the connected wallet. */
  account: () => AccountState,
  /** Shows the modal if no wallet is connected. Rejects with USER_REJECTED if the visitor closes it. */
  connect: () => Promise<unknown>,
  disconnect: () => Promise<unknown>,
]

/** The function of `bitcoin.js` that `page.js` calls: answers a request in Sats Connect's form. */
export type AnswerBitcoinRequest = (method: string, params: unknown) => Promise<SatsAnswer>
type SatsAnswer = { jsonrpc: '2.0'; id: string } & ({ result: unknown } | { error: { code: number; message: string } })
