import type { JsonRpcRequest, OpenOptions, Outcome } from '../../protocol/frameApi.ts'
import { refuse } from './refuse.ts'
import type { Wallet } from './wallets.ts'

/** Also a transaction that is signed already. */
const reads = /^(eth_(?!sign|sendT|sendU)|net_|web3_)/
/** What one without the method says: EIP-1193, JSON-RPC, EIP-1474. */
const isUnsupported = (thrown: unknown): boolean => [4200, -32601, -32004].includes(Object(thrown).code)
/** What a wallet would answer, were there one. */
const unconnected: { [method: string]: unknown } = {
  // A method may be named as what objects inherit.
  __proto__: null,
  eth_accounts: [],
  wallet_getPermissions: [],
  wallet_revokePermissions: null,
}

/** What AppKit's EIP-1193 provider answers. With a wallet connected it is the wallet, asked directly. */
export const createRequest = (
  /** The wallet and its accounts, once it is known whether there is one. */
  current: () => Promise<[Wallet, string[]] | undefined>,
  disconnect: () => Promise<null>,
  open: (options: OpenOptions) => Promise<Outcome>,
  /** The project's RPC, on the connected network. */
  read: (request: JsonRpcRequest) => Promise<unknown>,
) => {
  /** EIP-2255. */
  const permissions = (accounts: string[]) => [
    {
      invoker: origin,
      parentCapability: 'eth_accounts',
      caveats: [{ type: 'restrictReturnedAccounts', value: accounts }],
    },
  ]
  const readThrough = async (asked: JsonRpcRequest): Promise<unknown> => {
    try {
      return await read(asked)
    } catch (thrown) {
      // That is a node's word for it; a provider has its own.
      throw isUnsupported(thrown) ? notSupported() : thrown
    }
  }
  const notSupported = () => refuse(4200, 'UNSUPPORTED_METHOD')

  /** `opened`: the modal was opened for this very request, so the wallet is not asked a second time. */
  return async function request(input: JsonRpcRequest, opened?: Promise<Outcome>): Promise<unknown> {
    const { method, params } = Object(input)
    if (!method || typeof method !== 'string') throw refuse(-32600, 'INVALID_REQUEST')
    const isAsking = /_request[AP]/.test(method)
    await opened
    const connected = await current()
    if (!connected) {
      if (opened) throw refuse(4001, 'USER_REJECTED')
      if (isAsking) return request(input, open({}))
      if (method in unconnected) return unconnected[method]
      if (reads.test(method)) return readThrough({ method, params })
      if (/^(wallet|personal|eth)_/.test(method)) throw refuse(4100, 'UNAUTHORIZED')
      throw notSupported()
    }
    const [wallet, accounts] = connected
    if (method === 'eth_requestAccounts') return accounts
    if (opened) return permissions(accounts)
    if (method === 'wallet_revokePermissions' && params?.[0]?.eth_accounts) return disconnect()
    try {
      return await wallet.provider.request(input)
    } catch (thrown) {
      if (isUnsupported(thrown)) {
        if (reads.test(method)) return readThrough({ method, params })
        if (/Permissions$/.test(method)) return permissions(accounts)
      }
      throw thrown
    }
  }
}
