import type { AccountState, CaipAddress, CaipNetworkId, JsonRpcRequest } from '../../protocol/api/frameApi.ts'
import { type ChainNamespace, namespaces } from '../../protocol/caip/namespaces.ts'
import { refuse } from '../bridge/refuse.ts'
import { readHint, remember } from '../hint.ts'
import { type FrameConnections, isFrameConnector, type SetAccount } from '../hook.ts'
import { addressOf, type NamespaceWallet, networkOf } from './wallet.ts'

/** What a page's wallet is asked without a namespace of its own: to go on on another network. */
const switchMethod = 'wallet_switchNetwork'
const announceMs = 3_000
const answerMs = 10_000

type Connection = { wallet: NamespaceWallet; id: string }

/**
 * One connection for each namespace besides eip155. As there, `connected` is only said after the wallet answered, and a
 * hint outlives a wallet that is locked.
 */
export const createConnections = (
  getAccount: (namespace: ChainNamespace) => AccountState,
  setAccount: SetAccount,
  held: FrameConnections,
  find: (id: string | undefined) => NamespaceWallet | undefined,
) => {
  const connections = new Map<ChainNamespace, Connection>()
  const restoring = new Map<ChainNamespace, Promise<unknown>>()
  const attempts = new Map<ChainNamespace, object>()
  const watched = new WeakSet<NamespaceWallet>()
  /** As the hint says it: the wallet's accounts in its own order, and the one that the visitor chose. */
  const known: { [namespace in ChainNamespace]?: AccountState | undefined } = {}

  const isConnected = (namespace: ChainNamespace): boolean => getAccount(namespace).status === 'connected'
  const lose = (namespace: ChainNamespace): void => setAccount({ status: 'disconnected' }, namespace)
  const watch = (id: string, wallet: NamespaceWallet): void => {
    if (watched.has(wallet)) return
    watched.add(wallet)
    wallet.watch(() => {
      // A wallet that was locked has no account, and comes back where it was.
      const caipNetworkId = getAccount(wallet.namespace).caipNetworkId ?? readHint()[wallet.namespace]?.caipNetworkId
      if (connections.get(wallet.namespace)?.wallet === wallet && caipNetworkId) resume(id, wallet, [caipNetworkId])
    })
  }
  /** The wallet's live answer becomes the state. */
  const use = async (
    id: string,
    wallet: NamespaceWallet,
    networks: readonly CaipNetworkId[],
    silent: boolean,
  ): Promise<void> => {
    const { namespace } = wallet
    const attempt = silent ? attempts.get(namespace) : {}
    if (attempt) attempts.set(namespace, attempt)
    const answer = await wallet.accounts(networks, silent)
    // What was asked before the visitor's last wish changes nothing any more.
    if (attempts.get(namespace) !== attempt) return
    const given = answer.filter((account) => namespaces[namespace].address.test(addressOf(account)))
    const [first] = given
    connections.set(namespace, { wallet, id })
    watch(id, wallet)
    if (!first) return lose(namespace)
    const before = known[namespace]
    // The visitor may have chosen another one here, which stays until the wallet itself names another one first.
    const isKept = before?.connectorId === id && isSame(before.caipAddresses?.[0], first)
    const caipAddress = (isKept && given.find((account) => isSame(before.caipAddress, account))) || first
    const account: AccountState = {
      status: 'connected',
      connectorId: id,
      caipNetworkId: networkOf(caipAddress),
      caipAddress,
      caipAddresses: given,
    }
    keep(namespace, account)
    const methods = Object.keys(wallet.methods)
    setAccount({ ...account, methods, caipAddresses: [...new Set([caipAddress, ...given])] }, namespace)
  }
  const keep = (namespace: ChainNamespace, account?: AccountState): void => {
    known[namespace] = account
    remember(namespace, account)
  }
  /** Takes the frame's word about a connection that the frame holds: no wallet of the page has the namespace any more. */
  const account = (namespace: ChainNamespace, told: AccountState): void => {
    end(namespace, told.status === 'disconnected' ? undefined : told)
    setAccount(told, namespace, true)
  }
  const end = (namespace: ChainNamespace, next?: AccountState): void => {
    connections.delete(namespace)
    attempts.set(namespace, {})
    keep(namespace, next)
  }
  const chooseAccount = (namespace: ChainNamespace, chosen: AccountState): void => {
    // The order of the accounts is the wallet's to say.
    keep(namespace, { ...chosen, caipAddresses: known[namespace]?.caipAddresses ?? [] })
    setAccount(chosen, namespace)
  }
  const resume = async (id: string, wallet: NamespaceWallet, networks: readonly CaipNetworkId[]): Promise<void> => {
    try {
      await use(id, wallet, networks, true)
    } catch {
      lose(wallet.namespace)
    }
  }
  const restore = async (namespace: ChainNamespace, connectorId: string): Promise<void> => {
    const attempt = attempts.get(namespace)
    try {
      const told = await held.restore(namespace, connectorId)
      if (attempts.get(namespace) === attempt) account(namespace, told)
    } catch {
      // The hint stays for the next load.
      if (attempts.get(namespace) === attempt) lose(namespace)
    }
  }
  const connect = async (id: string, networks: readonly CaipNetworkId[]): Promise<AccountState> => {
    const wallet = find(id)
    if (!wallet) throw refuse(4900, 'WALLET_NOT_FOUND')
    const { namespace } = wallet
    const own = networks.filter((network) => network.startsWith(`${namespace}:`))
    if (own.length === 0) throw refuse(4902, 'SWITCH_NETWORK_NOT_FOUND')
    if (!isConnected(namespace)) setAccount({ status: 'connecting', connectorId: id }, namespace)
    try {
      await use(id, wallet, own, false)
    } catch (thrown) {
      if (!isConnected(namespace)) lose(namespace)
      throw walletError(thrown)
    }
    if (!isConnected(namespace)) throw refuse(4100, 'ACCOUNT_NOT_FOUND')
    return getAccount(namespace)
  }
  const disconnect = async (namespace: ChainNamespace): Promise<void> => {
    const connection = connections.get(namespace)
    const { status, connectorId } = getAccount(namespace)
    if (status === 'disconnected') return
    end(namespace)
    lose(namespace)
    try {
      // A wallet that never answers must not hold up the page.
      await Promise.race([
        connection ? connection.wallet.leave?.() : held.leave(namespace, `${connectorId}`),
        delay(announceMs),
      ])
    } catch {
      // A wallet that keeps its permission is not asked again without the visitor.
    }
  }
  const request = async (namespace: ChainNamespace, asked: JsonRpcRequest): Promise<unknown> => {
    await restoring.get(namespace)
    const connection = connections.get(namespace)
    const { caipAddress, connectorId } = getAccount(namespace)
    if (!connection) return held.request(namespace, asked, connectorId)
    const { wallet, id } = connection
    if (!caipAddress) throw refuse(4100, 'UNAUTHORIZED')
    const { method, params = {} } = asked
    try {
      if (method === switchMethod) return void (await use(id, wallet, params as CaipNetworkId[], false))
      if (!Object.hasOwn(wallet.methods, method)) throw refuse(4200, 'METHOD_NOT_ALLOWED')
      return await wallet.methods[method]?.(params, caipAddress)
    } catch (thrown) {
      throw walletError(thrown)
    }
  }
  /** Each as the hint says, side by side; one that never answers is disconnected for itself alone. */
  const sync = (): void => {
    const hint = readHint()
    for (const namespace of Object.keys(namespaces) as ChainNamespace[]) {
      if (namespace === 'eip155') continue
      const hinted = hint[namespace]
      if (!hinted) {
        if (connections.delete(namespace)) lose(namespace)
        continue
      }
      const { connectorId, caipNetworkId = '' } = hinted
      if (isConnected(namespace) && getAccount(namespace).connectorId === connectorId) continue
      known[namespace] = hinted
      setAccount({ ...hinted, status: 'reconnecting' }, namespace)
      const wallet = find(connectorId)
      const answered = isFrameConnector(connectorId)
        ? restore(namespace, `${connectorId}`)
        : wallet && connectorId
          ? resume(connectorId, wallet, [caipNetworkId])
          : delay(announceMs)
      restoring.set(
        namespace,
        Promise.race([answered, delay(answerMs)]).then(() => {
          if (getAccount(namespace).status === 'reconnecting') lose(namespace)
        }),
      )
    }
  }
  /** A wallet came, perhaps the one of a hint. */
  const found = (id: string, wallet: NamespaceWallet): void => {
    const hinted = readHint()[wallet.namespace]
    if (hinted?.connectorId !== id || connections.has(wallet.namespace)) return
    // Those that are there at the start are `sync`'s to ask: some of them show the visitor each question.
    if (!restoring.has(wallet.namespace)) return
    restoring.set(wallet.namespace, resume(id, wallet, [hinted.caipNetworkId ?? '']))
  }

  return { connect, account, chooseAccount, disconnect, request, sync, found }
}

/** The same account, also where it is written for another network. */
const isSame = (one: CaipAddress | undefined, other: CaipAddress): boolean => addressOf(`${one}`) === addressOf(other)

/** Wallets of the Wallet Standard have no numbers for it, only words. */
const refused = /reject|denied|declin|cancel/i
const walletError = (thrown: unknown): Error => {
  const { code, message = 'The wallet failed', reason } = Object(thrown)
  if (reason) return thrown as Error
  const number = typeof code === 'number' && code !== -32000 ? code : refused.test(message) ? 4001 : -32603
  return refuse(number, 'WALLET_ERROR', `${message}`.slice(0, 256))
}

const delay = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
