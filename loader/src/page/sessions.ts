import type { AccountState, CaipAddress, CaipNetworkId } from '../../protocol/api/frameApi.ts'
import { type ChainNamespace, namespaces } from '../../protocol/caip/namespaces.ts'
import { readHint, storeHint } from '../hint.ts'
import type { FrameConnections, SetAccount } from '../hook.ts'
import { accountAddressOf, accountNetworkOf, type NamespaceWallet } from './wallet.ts'

/**
 * Tracks the wallet in use of each namespace. A status becomes `connected` only after the wallet or the frame confirms
 * the accounts.
 */
export const trackWalletsInUse = (
  getAccount: (namespace: ChainNamespace) => AccountState,
  setAccount: SetAccount,
  frameConnections: FrameConnections,
) => {
  const wallets = new Map<ChainNamespace, [id: string, NamespaceWallet]>()
  /** Identifies the visitor's last connect or disconnect. The answer to an earlier attempt changes nothing. */
  const attempts = new Map<ChainNamespace, object>()
  const watched = new WeakSet<NamespaceWallet>()
  /** The hints as stored: the wallet's accounts in the wallet's order, and the account that the visitor chose. */
  const hints: { [namespace in ChainNamespace]?: AccountState | undefined } = {}

  /** The wallet is locked or withdrew its accounts. The hint stays, so the connection returns with the wallet. */
  const lose = (namespace: ChainNamespace): void => setAccount({ status: 'disconnected' }, namespace)
  const keep = (namespace: ChainNamespace, account?: AccountState): void => {
    hints[namespace] = account
    storeHint(namespace, account)
  }
  const end = (namespace: ChainNamespace, next?: AccountState): void => {
    wallets.delete(namespace)
    attempts.set(namespace, {})
    keep(namespace, next)
  }
  const watch = (id: string, wallet: NamespaceWallet): void => {
    if (watched.has(wallet)) return
    watched.add(wallet)
    wallet.watch(() => {
      // A locked wallet has no account, so the network comes from the hint.
      const caipNetworkId = getAccount(wallet.namespace).caipNetworkId ?? readHint()[wallet.namespace]?.caipNetworkId
      if (wallets.get(wallet.namespace)?.[1] === wallet && caipNetworkId) resume(id, wallet, [caipNetworkId])
    })
  }
  /** Asks the wallet for its accounts, and makes its answer the state of the namespace. */
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
    if (attempts.get(namespace) !== attempt) return
    const granted = answer.filter((account) => namespaces[namespace].address.test(accountAddressOf(account)))
    const [first] = granted
    wallets.set(namespace, [id, wallet])
    watch(id, wallet)
    if (!first) return lose(namespace)
    const hint = hints[namespace]
    // The account that the visitor chose stays in use until the wallet names another account first.
    const isChoiceKept = hint?.connectorId === id && isSame(hint.caipAddresses?.[0], first)
    const caipAddress = (isChoiceKept && granted.find((account) => isSame(hint.caipAddress, account))) || first
    const account: AccountState = {
      status: 'connected',
      connectorId: id,
      walletName: wallet.name,
      caipNetworkId: accountNetworkOf(caipAddress),
      caipAddress,
      caipAddresses: granted,
    }
    keep(namespace, account)
    const methods = Object.keys(wallet.methods)
    setAccount({ ...account, methods, caipAddresses: [...new Set([caipAddress, ...granted])] }, namespace)
  }
  /** Asks whether the wallet is still connected, without a prompt to the visitor. */
  const resume = async (id: string, wallet: NamespaceWallet, networks: readonly CaipNetworkId[]): Promise<void> => {
    try {
      await use(id, wallet, networks, true)
    } catch {
      lose(wallet.namespace)
    }
  }
  /** Applies the frame's report: a connection of the frame replaces a wallet of the page. */
  const take = (namespace: ChainNamespace, account: AccountState): void => {
    end(namespace, account.status === 'disconnected' ? undefined : account)
    setAccount(account, namespace, true)
  }
  const restore = async (namespace: ChainNamespace, connectorId: string): Promise<void> => {
    const attempt = attempts.get(namespace)
    try {
      const account = await frameConnections.restore(namespace, connectorId)
      if (attempts.get(namespace) === attempt) take(namespace, account)
    } catch {
      // The connection failed, but its hint stays for the next load.
      if (attempts.get(namespace) === attempt) lose(namespace)
    }
  }
  const chooseAccount = (namespace: ChainNamespace, account: AccountState): void => {
    // The hint keeps the wallet's own order of accounts, so that a later change of that order can be noticed.
    keep(namespace, { ...account, caipAddresses: hints[namespace]?.caipAddresses ?? [] })
    setAccount(account, namespace)
  }

  // Returns a list, since a minifier shortens no property names.
  return [wallets, hints, lose, end, use, resume, take, restore, chooseAccount] as const
}

/** True for the same account, even on another network. */
const isSame = (one: CaipAddress | undefined, other: CaipAddress): boolean =>
  accountAddressOf(`${one}`) === accountAddressOf(other)
