import type { JsonRpcRequest, OpenOptions, Outcome } from '../../protocol/frameApi.ts'
import { failure } from '../failure.ts'
import type { createConnection } from './connection.ts'

/** Also a transaction that is signed already. */
const reads = /^(eth_(?!sign|sendT|sendU)|net_version$|web3_clientVersion$)/
/** What a wallet without the method says: EIP-1193, JSON-RPC, EIP-1474. */
const unsupported = [4200, -32601, -32004]
/** What a wallet would answer, were there one. */
const unconnected: { [method: string]: unknown } = {
  eth_accounts: [],
  wallet_getPermissions: [],
  wallet_revokePermissions: null,
}

/** What AppKit's EIP-1193 provider answers. With a wallet connected it is the wallet, asked directly. */
export const createRequest = (
  { isConnected, accounts, restored, wallet: current, disconnect }: ReturnType<typeof createConnection>,
  open: (options: OpenOptions) => Promise<Outcome>,
  /** The project's RPC, on the connected network. */
  read: (request: JsonRpcRequest) => Promise<unknown>,
) => {
  /** EIP-2255. */
  const permissions = () => [
    {
      invoker: location.origin,
      parentCapability: 'eth_accounts',
      caveats: [{ type: 'restrictReturnedAccounts', value: accounts() }],
    },
  ]
  const readThrough = async (asked: JsonRpcRequest): Promise<unknown> => {
    try {
      return await read(asked)
    } catch (thrown) {
      // That is a node's word for it; a provider has its own.
      throw unsupported.includes(Object(thrown).code) ? notSupported() : thrown
    }
  }
  const notSupported = () => failure(4200, 'UNSUPPORTED_METHOD', 'The requested method is not supported')

  /** `opened`: the modal was opened for this very request, so the wallet is not asked a second time. */
  return async function request(input: JsonRpcRequest, opened?: Promise<Outcome>): Promise<unknown> {
    const { method, params } = Object(input)
    if (!method || typeof method !== 'string') throw failure(-32600, 'INVALID_REQUEST', 'The request is not valid')
    const isAsking = /^(eth_requestAccounts|wallet_requestPermissions)$/.test(method)
    await opened
    await restored()
    const wallet = current()
    if (!wallet || !isConnected()) {
      if (opened) throw failure(4001, 'USER_REJECTED', 'User rejected the request')
      if (isAsking) return request(input, open({}))
      if (Object.hasOwn(unconnected, method)) return unconnected[method]
      if (reads.test(method)) return readThrough({ method, params })
      if (/^(wallet|personal|eth)_/.test(method)) throw failure(4100, 'UNAUTHORIZED', 'No wallet is connected')
      throw notSupported()
    }
    if (method === 'eth_requestAccounts') return accounts()
    if (opened) return permissions()
    if (method === 'wallet_revokePermissions' && params?.[0]?.eth_accounts) return (await disconnect()) ?? null
    try {
      return await wallet.provider.request(input)
    } catch (thrown) {
      if (!unsupported.includes(Object(thrown).code)) throw thrown
      if (reads.test(method)) return readThrough({ method, params })
      if (isAsking || method === 'wallet_getPermissions') return permissions()
      throw thrown
    }
  }
}
