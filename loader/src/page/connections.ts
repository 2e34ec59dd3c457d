import type { AccountState, CaipNetworkId, JsonRpcRequest } from '../../protocol/api/frameApi.ts'
import { type ChainNamespace, namespaces } from '../../protocol/caip/namespaces.ts'
import { createAppKitError } from '../bridge/refuse.ts'
import { readHint } from '../hint.ts'
import { type FrameConnections, isFrameConnector, type SetAccount } from '../hook.ts'
import { announceMs, delay, restoreMs } from '../restoreWait.ts'
import { trackWalletsInUse } from './sessions.ts'
import type { NamespaceWallet } from './wallet.ts'

/** The namespaces besides eip155 have no method of their own to switch networks. */
const switchMethod = 'wallet_switchNetwork'

/** One connection for each namespace besides eip155: to a wallet of this page, or to a wallet that the frame holds. */
export const createConnections = (
  getAccount: (namespace: ChainNamespace) => AccountState,
  setAccount: SetAccount,
  frameConnections: FrameConnections,
  find: (id: string | undefined) => NamespaceWallet | undefined,
) => {
  const [wallets, hints, lose, end, use, resume, account, restore, chooseAccount] = trackWalletsInUse(
    getAccount,
    setAccount,
    frameConnections,
  )
  const restoring = new Map<ChainNamespace, Promise<unknown>>()

  const isConnected = (namespace: ChainNamespace): boolean => getAccount(namespace).status === 'connected'
  const connect = async (id: string, networks: readonly CaipNetworkId[]): Promise<AccountState> => {
    const wallet = find(id)
    if (!wallet) throw createAppKitError(4900, 'WALLET_NOT_FOUND')
    const { namespace } = wallet
    const own = networks.filter((network) => network.startsWith(`${namespace}:`))
    if (own.length === 0) throw createAppKitError(4902, 'SWITCH_NETWORK_NOT_FOUND')
    if (!isConnected(namespace)) setAccount({ status: 'connecting', connectorId: id }, namespace)
    try {
      await use(id, wallet, own, false)
    } catch (thrown) {
      if (!isConnected(namespace)) lose(namespace)
      throw walletError(thrown)
    }
    if (!isConnected(namespace)) throw createAppKitError(4100, 'ACCOUNT_NOT_FOUND')
    return getAccount(namespace)
  }
  const disconnect = async (namespace: ChainNamespace): Promise<void> => {
    const wallet = wallets.get(namespace)?.[1]
    const { status, connectorId } = getAccount(namespace)
    if (status === 'disconnected') return
    end(namespace)
    lose(namespace)
    try {
      // A wallet that never answers must not block the page.
      await Promise.race([
        wallet ? wallet.leave?.() : frameConnections.leave(namespace, `${connectorId}`),
        delay(announceMs),
      ])
    } catch {
      // The wallet may keep the permission. AppKit still does not ask this wallet again until the visitor chooses it.
    }
  }
  const request = async (namespace: ChainNamespace, rpcRequest: JsonRpcRequest): Promise<unknown> => {
    await restoring.get(namespace)
    const connection = wallets.get(namespace)
    const { caipAddress, connectorId } = getAccount(namespace)
    if (!connection) return frameConnections.request(namespace, rpcRequest, connectorId)
    const [id, wallet] = connection
    if (!caipAddress) throw createAppKitError(4100, 'UNAUTHORIZED')
    const { method, params = {} } = rpcRequest
    try {
      if (method === switchMethod) return void (await use(id, wallet, params as CaipNetworkId[], false))
      if (!Object.hasOwn(wallet.methods, method)) throw createAppKitError(4200, 'METHOD_NOT_ALLOWED')
      return await wallet.methods[method]?.(params, caipAddress)
    } catch (thrown) {
      throw walletError(thrown)
    }
  }
  /** Restores each stored hint independently, so a wallet that never answers affects no other namespace. */
  const sync = (): void => {
    const hint = readHint()
    for (const namespace of Object.keys(namespaces) as ChainNamespace[]) {
      if (namespace === 'eip155') continue
      const hinted = hint[namespace]
      if (!hinted) {
        if (wallets.delete(namespace)) lose(namespace)
        continue
      }
      const { connectorId, caipNetworkId = '' } = hinted
      if (isConnected(namespace) && getAccount(namespace).connectorId === connectorId) continue
      hints[namespace] = hinted
      setAccount({ ...hinted, status: 'reconnecting' }, namespace)
      const wallet = find(connectorId)
      const answered = isFrameConnector(connectorId)
        ? restore(namespace, `${connectorId}`)
        : wallet && connectorId
          ? resume(connectorId, wallet, [caipNetworkId])
          : delay(announceMs)
      restoring.set(
        namespace,
        Promise.race([answered, delay(restoreMs)]).then(() => {
          if (getAccount(namespace).status === 'reconnecting') lose(namespace)
        }),
      )
    }
  }
  /** The page has a new wallet. It may be the wallet of the hint. */
  const found = (id: string, wallet: NamespaceWallet): void => {
    const hinted = readHint()[wallet.namespace]
    // `sync` has already asked the wallets that are there at the start. Some wallets prompt the visitor each time.
    if (hinted?.connectorId !== id || wallets.has(wallet.namespace) || !restoring.has(wallet.namespace)) return
    restoring.set(wallet.namespace, resume(id, wallet, [hinted.caipNetworkId ?? '']))
  }

  return { connect, account, chooseAccount, disconnect, request, sync, found }
}

/** Wallets of the Wallet Standard reject with a message and without a code. */
const refusal = /reject|denied|declin|cancel/i
const walletError = (thrown: unknown): Error => {
  const { code, message = 'The wallet failed', reason } = Object(thrown)
  if (reason) return thrown as Error
  const number = typeof code === 'number' && code !== -32000 ? code : refusal.test(message) ? 4001 : -32603
  return createAppKitError(number, 'WALLET_ERROR', `${message}`.slice(0, 256))
}
