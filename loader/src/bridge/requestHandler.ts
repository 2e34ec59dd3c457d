import type { JsonRpcRequest, OpenOptions, Outcome } from '../../protocol/api/frameApi.ts'
import type { ChainNamespace } from '../../protocol/caip/namespaces.ts'
import { connectingMethods, evmMethods, transactionMethods } from '../methodPatterns.ts'
import { createAppKitError } from './refuse.ts'
import { activeAccountFirst, lowerCase } from './walletInUse.ts'
import type { EvmPageWallet } from './wallets.ts'

/** A wallet that lacks a method rejects with one of these codes: EIP-1193, JSON-RPC, EIP-1474. */
const unsupported = [4200, -32601, -32004]

/** Answers the requests of AppKit's provider. A connected wallet gets its requests directly. */
export const createRequestHandler = (
  /** Waits for a pending restore, then returns the wallet and its accounts. */
  current: () => Promise<[EvmPageWallet, string[]] | undefined>,
  disconnect: () => Promise<null>,
  open: (options: OpenOptions) => Promise<Outcome>,
  /**
   * Passes a read to the frame, which uses the project's RPC. If no wallet is connected, the frame refuses methods that
   * need a wallet.
   */
  read: (request: JsonRpcRequest) => Promise<unknown>,
  /** Sends a request of another namespace than eip155 to `page.js`. */
  askPage: (namespace: ChainNamespace, request: JsonRpcRequest) => Promise<unknown>,
  /** Whether the wallet is on a network on which the site wants no transaction. */
  isRefused: () => unknown,
) => {
  /** If `opened` is set, the loader opened the modal for this request, and the wallet is not asked a second time. */
  return async function request(
    input: JsonRpcRequest,
    opened?: Promise<Outcome>,
    namespace: ChainNamespace = 'eip155',
  ): Promise<unknown> {
    const { method, params } = Object(input)
    if (!method || typeof method !== 'string') throw createAppKitError(-32600, 'INVALID_REQUEST')
    await opened
    if (namespace !== 'eip155') return askPage(namespace, input)
    const connected = await current()
    if (!connected) {
      if (opened) throw createAppKitError(4001, 'USER_REJECTED')
      if (method === 'eth_accounts') return []
      if (connectingMethods.test(method)) return request(input, open({}))
      if (!evmMethods.test(method))
        throw createAppKitError(4200, 'METHOD_NOT_ALLOWED', 'Requested RPC call is not allowed')
      return read({ method, params })
    }
    const [wallet, accounts] = connected
    if (method === 'eth_requestAccounts') return accounts
    if (opened) return permissions(accounts)
    if (method === 'wallet_revokePermissions' && params?.[0]?.eth_accounts) return disconnect()
    if (transactionMethods.test(method) && isRefused()) throw createAppKitError(4902, 'CHAIN_NOT_SUPPORTED')
    try {
      const answer = await wallet.provider.request(input)
      // The visitor may use another account than the wallet's first.
      return method === 'eth_accounts' ? activeAccountFirst(lowerCase(answer as string[]), accounts[0]) : answer
    } catch (thrown) {
      if (unsupported.includes(Object(thrown).code)) {
        if (evmMethods.exec(method)?.[1]) return read({ method, params })
        // A wallet without permissions can't ask which account to share, so AppKit asks.
        if (method === 'wallet_requestPermissions' && accounts[1]) await open({ view: 'ProfileWallets' })
        if (/^wallet_(?:get|request)Permissions$/.test(method)) return permissions((await current())?.[1] ?? [])
      }
      throw thrown
    }
  }
}

/** The page's permissions in the form of EIP-2255. */
const permissions = (accounts: string[]) => [
  {
    parentCapability: 'eth_accounts',
    invoker: origin,
    caveats: [{ type: 'restrictReturnedAccounts', value: accounts }],
  },
]
