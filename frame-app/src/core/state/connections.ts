import type { AccountState, FrameConnectorId, PageWallet } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { parseCaipAddress } from '@appkit-frame/loader/protocol/caip/caip.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { atom } from 'jotai/vanilla'
import { directoryId } from '../api/wallets.ts'
import type { Connector, ConnectorKind, Connectors } from '../connectors/types.ts'
import {
  accountsAtom,
  activeAccountAtom,
  activeNamespaceAtom,
  chooseNamespaceAtom,
  setAccountAtom,
} from './accounts.ts'
import { type FailedAttempt, toFailedAttempt } from './attempts.ts'
import { embeddedConnectorId, loginEmailAtom } from './embedded.ts'
import { announceAccountAtom, isFrameConnectorId } from './heldConnections.ts'
import { rememberConnectionAtom } from './lastConnections.ts'
import { connectNamespaceAtom, preferredNetworkIdsAtom } from './networks.ts'
import { optionsAtom } from './options.ts'
import { rememberRecentWalletAtom } from './recent.ts'
import { remoteWalletAtom } from './remoteWallet.ts'

/**
 * The attempt to connect a wallet. Only one attempt runs at a time, because a wallet shows only one prompt at a time.
 */
type ConnectionAttempt =
  | { status: 'idle' }
  /** The wallet waits for a press on the button of its view. */
  | { status: 'ready'; walletId: string }
  | { status: 'waiting'; walletId: string }
  | (FailedAttempt & { walletId: string })

const connectorsAtom = atom<Connectors | null>(null)
export const setConnectorsAtom = atom(null, (_get, set, connectors: Connectors) => set(connectorsAtom, connectors))
export const connectorAtom = atom((get) => <Kind extends ConnectorKind>(kind: Kind): Connectors[Kind] => {
  const connector = get(connectorsAtom)?.[kind]
  if (!connector) throw new AppError(commonErrors.DISCONNECTED)
  return connector
})
/** Returns the connector that serves a connection. */
export const connectorByIdAtom = atom((get) => (connectorId: string | undefined): Connector => {
  return get(connectorAtom)(isFrameConnectorId(connectorId) ? connectorId : 'injected')
})

const pageWalletsSourceAtom = atom<PageWallet[]>([])
const discoverySourceAtom = atom<WalletDiscovery>('waiting')
const announcedAtom = atom<PageWallet[]>([])
const directoryIdsSourceAtom = atom<Record<string, string>>({})
const walletIconsSourceAtom = atom<Record<string, string>>({})
const attemptSourceAtom = atom<ConnectionAttempt>({ status: 'idle' })
const connectionsMadeSourceAtom = atom(0)

/**
 * `waiting`: the page has sent no list of wallets. `first`: the frame has the loader's list, with the EVM wallets that
 * announced themselves at once. `complete`: the frame has a list of the bridge.
 */
type WalletDiscovery = 'waiting' | 'first' | 'complete'
export const walletDiscoveryAtom = atom((get) => get(discoverySourceAtom))
export const areWalletsDiscoveredAtom = atom((get) => get(walletDiscoveryAtom) === 'complete')

/** Wallets that the page announced. The list can grow while the modal is open. */
export const pageWalletsAtom = atom((get) => get(pageWalletsSourceAtom))
export const setPageWalletsAtom = atom(null, (_get, set, wallets: PageWallet[]) =>
  set(replacePageWalletsAtom, wallets, 'complete'),
)
/** Sets the wallet list that came with the handshake, and the wallets' icons by wallet id. */
export const setHandshakeWalletsAtom = atom(
  null,
  async (_get, set, wallets: PageWallet[], icons: Record<string, string>) => {
    set(walletIconsSourceAtom, icons)
    await set(replacePageWalletsAtom, wallets, 'first')
  },
)
const replacePageWalletsAtom = atom(null, async (get, set, wallets: PageWallet[], discovery: WalletDiscovery) => {
  const known = get(directoryIdsSourceAtom)
  const missing = wallets.flatMap(({ rdns }) => (rdns && !Object.hasOwn(known, rdns) ? [rdns] : []))
  set(announcedAtom, wallets)
  const ids = await Promise.all(missing.map(async (rdns) => [rdns, await directoryId(rdns)] as const))
  set(directoryIdsSourceAtom, { ...get(directoryIdsSourceAtom), ...Object.fromEntries(ids) })
  // Drops this list if a newer one arrived while the ids were computed.
  if (get(announcedAtom) !== wallets) return
  set(pageWalletsSourceAtom, wallets)
  set(discoverySourceAtom, discovery)
})

/** The directory ids of page wallets by rdns. With these ids a project's wallet options also apply to extensions. */
export const directoryIdsAtom = atom((get) => get(directoryIdsSourceAtom))

/** Icons by wallet id. An icon that the site sets wins over the wallet's own. */
export const walletIconsAtom = atom((get) => ({
  ...get(walletIconsSourceAtom),
  ...get(optionsAtom).connectorImages,
}))
export const setWalletIconAtom = atom(null, (get, set, id: string, icon: string) =>
  set(walletIconsSourceAtom, { ...get(walletIconsSourceAtom), [id]: icon }),
)

export const walletNameAtom = atom((get) => {
  const wallets = get(pageWalletsSourceAtom)
  return (walletId: string): string => wallets.find(({ id }) => id === walletId)?.name ?? walletId
})

/** Returns name and icon of a connected wallet, or null if the frame does not know the wallet. */
export const walletByConnectorIdAtom = atom((get) => {
  const wallets = get(pageWalletsSourceAtom)
  const icons = get(walletIconsAtom)
  const remote = get(remoteWalletAtom)
  const email = get(loginEmailAtom)
  return (connectorId: string | undefined) => {
    const wallet = wallets.find(({ id }) => id === connectorId)
    // The page chose the wallet id, which may be the name of a property of Object.prototype.
    if (wallet) return { ...wallet, iconUrl: Object.hasOwn(icons, wallet.id) ? icons[wallet.id] : undefined }
    if (connectorId === embeddedConnectorId) return { id: connectorId, name: email ?? 'Email', iconUrl: undefined }
    return connectorId === 'walletConnect' && remote ? { id: connectorId, name: remote.name, iconUrl: undefined } : null
  }
})
export const activeWalletAtom = atom((get) => get(walletByConnectorIdAtom)(get(activeAccountAtom)?.connectorId))

/** Counts connections that the visitor made in the modal, even if account and wallet stayed the same. */
export const connectionsMadeAtom = atom((get) => get(connectionsMadeSourceAtom))

export const connectionAttemptAtom = atom((get) => get(attemptSourceAtom))

/**
 * Whether the running click repeats a press that is too old to count as a user activation. A browser would block the
 * wallet's window, so the visitor has to press again.
 */
const isPressLateSourceAtom = atom(false)
export const setIsPressLateAtom = atom(null, (_get, set, isLate: boolean) => set(isPressLateSourceAtom, isLate))

export const connectAtom = atom(null, async (get, set, walletId: string) => {
  if (get(isPressLateSourceAtom)) return set(attemptSourceAtom, { status: 'ready', walletId })
  const attempt: ConnectionAttempt = { status: 'waiting', walletId }
  // Whether this attempt still runs. The answer to a cancelled attempt is ignored.
  const isCurrent = () => get(attemptSourceAtom) === attempt
  set(attemptSourceAtom, attempt)
  try {
    const account = isFrameConnectorId(walletId)
      ? await set(resumeAtom, walletId)
      : await get(connectorAtom)('injected').connect(walletId, get(preferredNetworkIdsAtom))
    if (!isCurrent()) return
    if (!account.caipAddress) throw new AppError(commonErrors.ACCOUNT_NOT_FOUND)
    const { chainNamespace } = parseCaipAddress(account.caipAddress)
    set(rememberRecentWalletAtom, { id: walletId, name: get(walletNameAtom)(walletId) })
    set(attemptSourceAtom, { status: 'idle' })
    set(finishConnectionAtom, chainNamespace as ChainNamespace, account)
  } catch (error) {
    if (!isCurrent()) return
    set(attemptSourceAtom, { ...toFailedAttempt(error), walletId })
  }
})

/** Restores a connection from a session in this frame, after the page lost the connection. */
const resumeAtom = atom(null, async (get, set, connectorId: FrameConnectorId): Promise<AccountState> => {
  const namespace = get(connectNamespaceAtom) ?? get(activeNamespaceAtom)
  const account = await get(connectorAtom)(connectorId).restore(namespace)
  if (account.status === 'connected') await set(announceAccountAtom, namespace, account)
  return account
})

/** Activates the namespace of a wallet that the visitor just connected in the modal. */
export const finishConnectionAtom = atom(null, (get, set, namespace: ChainNamespace, account: AccountState) => {
  set(chooseNamespaceAtom, namespace)
  set(setAccountAtom, namespace, account)
  set(connectionsMadeSourceAtom, get(connectionsMadeSourceAtom) + 1)
})

/**
 * Ends the connection attempt in the modal only, because the wallet may still show its prompt. If the visitor then
 * accepts in the wallet, the page reports a new account.
 */
export const cancelConnectionAttemptAtom = atom(null, (_get, set) => set(attemptSourceAtom, { status: 'idle' }))

/** Disconnects one namespace, by default the active one. */
export const disconnectAtom = atom(null, async (get, set, namespace?: ChainNamespace) => {
  const left = namespace ?? get(activeNamespaceAtom)
  await get(connectorByIdAtom)(get(accountsAtom)[left].connectorId).disconnect(left)
  set(rememberConnectionAtom, left, null)
  set(setAccountAtom, left, { status: 'disconnected' })
})
