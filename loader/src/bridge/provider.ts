import type { JsonRpcRequest, OpenOptions, Outcome } from '../../protocol/frameApi.ts'
import { failure } from '../failure.ts'
import type { createConnection } from './connection.ts'

type ProviderOptions = {
  connection: ReturnType<typeof createConnection>
  open: (options: OpenOptions) => Promise<Outcome>
  caipNetworkId: () => string | undefined
  /** The project's RPC, through the frame. */
  read: (request: JsonRpcRequest, caipNetworkId?: string) => Promise<unknown>
}

const asks = /^(eth_requestAccounts|wallet_requestPermissions)$/
/** Also a transaction that is signed already. */
const reads = /^(eth_(?!sign|sendT|sendU)|net_version|web3_clientVersion)/
/** What a wallet without the method says: EIP-1193, JSON-RPC, EIP-1474. */
const unsupported = [4200, -32601, -32004]
/** What a wallet would answer, were there one. */
const unconnected: { [method: string]: unknown } = {
  eth_accounts: [],
  wallet_getPermissions: [],
  wallet_revokePermissions: null,
}

/** What AppKit's EIP-1193 provider answers. With a wallet connected it is the wallet, asked directly. */
export const createRequest = ({ connection, open, caipNetworkId, read }: ProviderOptions) => {
  const { isConnected, accounts } = connection

  /** EIP-2255. */
  const permissions = () => [
    {
      invoker: location.origin,
      parentCapability: 'eth_accounts',
      caveats: [{ type: 'restrictReturnedAccounts', value: accounts() }],
    },
  ]

  /** `opened`: the modal was opened for this very request, so the wallet is not asked a second time. */
  return async function request(input: JsonRpcRequest, opened?: Promise<Outcome>): Promise<unknown> {
    const { method, params } = Object(input)
    if (typeof method !== 'string' || !method) throw failure(-32600, 'INVALID_REQUEST', 'The request is not valid')
    await opened
    await connection.restored()
    const wallet = connection.wallet()
    if (!wallet || !isConnected()) {
      if (opened) throw failure(4001, 'USER_REJECTED', 'User rejected the request')
      if (asks.test(method)) return request(input, open({ namespace: 'eip155' }))
      if (Object.hasOwn(unconnected, method)) return unconnected[method]
      if (reads.test(method)) return read({ method, params })
      if (/^(wallet|personal|eth)_/.test(method)) throw failure(4100, 'UNAUTHORIZED', 'No wallet is connected')
      throw failure(4200, 'UNSUPPORTED_METHOD', 'The requested method is not supported')
    }
    if (method === 'eth_requestAccounts') return accounts()
    if (opened) return permissions()
    const isRevoking = method === 'wallet_revokePermissions' && params?.[0]?.eth_accounts
    if (isRevoking) {
      await connection.disconnect()
      return null
    }
    try {
      return await wallet.provider.request(input)
    } catch (thrown) {
      if (unsupported.includes(Object(thrown).code)) {
        if (reads.test(method)) return read({ method, params }, caipNetworkId())
        if (/^wallet_(get|request)Permissions$/.test(method)) return permissions()
      }
      throw thrown
    }
  }
}
