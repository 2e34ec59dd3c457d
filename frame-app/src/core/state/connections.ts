import type { AccountState, HeldConnectorId, PageWallet } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { parseCaipAddress } from '@appkit-frame/loader/protocol/caip/caip.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { atom } from 'jotai/vanilla'
import { directoryId } from '../api/wallets.ts'
import type { Connector, ConnectorKind, Connectors } from '../connectors/connector.ts'
import {
  accountsAtom,
  activeAccountAtom,
  activeNamespaceAtom,
  chooseNamespaceAtom,
  setAccountAtom,
} from './accounts.ts'
import { type Failure, failureOf } from './attempts.ts'
import { embeddedId, loginEmailAtom } from './embedded.ts'
import { announceAccountAtom, isHeldId } from './heldConnections.ts'
import { rememberConnectionAtom } from './lastConnections.ts'
import { connectNamespaceAtom, homeNetworkIdsAtom } from './networks.ts'
import { rememberWalletAtom } from './recent.ts'
import { remoteWalletAtom } from './remoteWallet.ts'

/** One at a time: a wallet's own window takes one question. */
type ConnectionAttempt = { status: 'idle' } | { status: 'waiting'; walletId: string } | (Failure & { walletId: string })

const connectorsAtom = atom<Connectors | null>(null)
export const setConnectorsAtom = atom(null, (_get, set, connectors: Connectors) => set(connectorsAtom, connectors))
export const connectorAtom = atom((get) => <Kind extends ConnectorKind>(kind: Kind): Connectors[Kind] => {
  const connector = get(connectorsAtom)?.[kind]
  if (!connector) throw new AppError(commonErrors.DISCONNECTED)
  return connector
})
/** The connector behind a connection. */
export const connectorOfAtom = atom((get) => (connectorId: string | undefined): Connector => {
  return get(connectorAtom)(isHeldId(connectorId) ? connectorId : 'injected')
})

const pageWalletsSourceAtom = atom<PageWallet[] | 'loading'>('loading')
const announcedAtom = atom<PageWallet[]>([])
const directoryIdsSourceAtom = atom<Record<string, string>>({})
const walletIconsSourceAtom = atom<Record<string, string>>({})
const attemptSourceAtom = atom<ConnectionAttempt>({ status: 'idle' })
const connectionsMadeSourceAtom = atom(0)

/** What the page announced, once it did; the list grows while the modal is open. */
export const pageWalletsAtom = atom((get) => get(pageWalletsSourceAtom))
export const setPageWalletsAtom = atom(null, async (get, set, wallets: PageWallet[]) => {
  const known = get(directoryIdsSourceAtom)
  const missing = wallets.flatMap(({ rdns }) => (rdns && !Object.hasOwn(known, rdns) ? [rdns] : []))
  set(announcedAtom, wallets)
  const ids = await Promise.all(missing.map(async (rdns) => [rdns, await directoryId(rdns)] as const))
  set(directoryIdsSourceAtom, { ...get(directoryIdsSourceAtom), ...Object.fromEntries(ids) })
  // A longer list may have come meanwhile; it waits for ids of its own.
  if (get(announcedAtom) !== wallets) return
  set(pageWalletsSourceAtom, wallets)
})

/** Ids in the directory by rdns, so that a project's choice of wallets also counts for extensions. */
export const directoryIdsAtom = atom((get) => get(directoryIdsSourceAtom))

export const walletIconsAtom = atom((get) => get(walletIconsSourceAtom))
export const setWalletIconAtom = atom(null, (get, set, id: string, icon: string) =>
  set(walletIconsSourceAtom, { ...get(walletIconsSourceAtom), [id]: icon }),
)

export const walletNameAtom = atom((get) => {
  const wallets = get(pageWalletsSourceAtom)
  return (walletId: string): string =>
    (wallets === 'loading' ? undefined : wallets.find(({ id }) => id === walletId)?.name) ?? walletId
})

/** Name and picture of a connected wallet, as far as they are known. */
export const walletOfAtom = atom((get) => {
  const wallets = get(pageWalletsSourceAtom)
  const icons = get(walletIconsSourceAtom)
  const remote = get(remoteWalletAtom)
  const email = get(loginEmailAtom)
  return (connectorId: string | undefined) => {
    const wallet = wallets === 'loading' ? undefined : wallets.find(({ id }) => id === connectorId)
    // Own keys only: the page chose the id.
    if (wallet) return { ...wallet, iconUrl: Object.hasOwn(icons, wallet.id) ? icons[wallet.id] : undefined }
    if (connectorId === embeddedId) return { id: connectorId, name: email ?? 'Email', iconUrl: undefined }
    return connectorId === 'walletConnect' && remote ? { id: connectorId, name: remote.name, iconUrl: undefined } : null
  }
})
export const activeWalletAtom = atom((get) => get(walletOfAtom)(get(activeAccountAtom)?.connectorId))

/** Grows with each connection that the visitor made here, also where account and wallet stay the same. */
export const connectionsMadeAtom = atom((get) => get(connectionsMadeSourceAtom))

export const connectionAttemptAtom = atom((get) => get(attemptSourceAtom))

export const connectAtom = atom(null, async (get, set, walletId: string) => {
  const attempt: ConnectionAttempt = { status: 'waiting', walletId }
  // An answer to an attempt that was given up meanwhile changes nothing.
  const isCurrent = () => get(attemptSourceAtom) === attempt
  set(attemptSourceAtom, attempt)
  try {
    const account = isHeldId(walletId)
      ? await set(resumeAtom, walletId)
      : await get(connectorAtom)('injected').connect(walletId, get(homeNetworkIdsAtom))
    if (!isCurrent()) return
    if (!account.caipAddress) throw new AppError(commonErrors.ACCOUNT_NOT_FOUND)
    const { chainNamespace } = parseCaipAddress(account.caipAddress)
    set(rememberWalletAtom, { id: walletId, name: get(walletNameAtom)(walletId) })
    set(attemptSourceAtom, { status: 'idle' })
    set(finishConnectionAtom, chainNamespace as ChainNamespace, account)
  } catch (error) {
    if (!isCurrent()) return
    set(attemptSourceAtom, { ...failureOf(error), walletId })
  }
})

/** Takes up a session that this frame still holds, after the page lost the connection. */
const resumeAtom = atom(null, async (get, set, connectorId: HeldConnectorId): Promise<AccountState> => {
  const namespace = get(connectNamespaceAtom) ?? get(activeNamespaceAtom)
  const account = await get(connectorAtom)(connectorId).restore(namespace)
  if (account.status === 'connected') await set(announceAccountAtom, namespace, account)
  return account
})

/** The visitor connected a wallet here: its namespace is the one to show, and the modal goes on. */
export const finishConnectionAtom = atom(null, (get, set, namespace: ChainNamespace, account: AccountState) => {
  set(chooseNamespaceAtom, namespace)
  set(setAccountAtom, namespace, account)
  set(connectionsMadeSourceAtom, get(connectionsMadeSourceAtom) + 1)
})

/** The visitor looked away. The wallet may still be asking; its answer comes as a change of the account, if at all. */
export const cancelAttemptAtom = atom(null, (_get, set) => set(attemptSourceAtom, { status: 'idle' }))

/** Leaves one namespace, the active one where none is named, and no other. */
export const disconnectAtom = atom(null, async (get, set, namespace?: ChainNamespace) => {
  const left = namespace ?? get(activeNamespaceAtom)
  await get(connectorOfAtom)(get(accountsAtom)[left].connectorId).disconnect(left)
  set(rememberConnectionAtom, left, null)
  set(setAccountAtom, left, { status: 'disconnected' })
})

/** Leaves them all, also where one wallet won't let go. */
export const disconnectAllAtom = atom(null, async (get, set) => {
  const accounts = get(accountsAtom)
  const held = (Object.keys(accounts) as ChainNamespace[]).filter((name) => accounts[name].status !== 'disconnected')
  const ends = await Promise.allSettled(held.map((name) => set(disconnectAtom, name)))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
})
