import { AppError } from 'loader/protocol/errors.ts'
import type { AccountState, CaipNetworkId, JsonRpcRequest } from 'loader/protocol/frameApi.ts'
import type { ChainNamespace } from 'loader/protocol/namespaces.ts'
import { isRpcMethod, rpcMethods } from 'loader/protocol/rpcMethods.ts'
import { networksAtom } from '../../state/networks.ts'
import { showToastAtom } from '../../state/notices.ts'
import { isRead, readForPageAtom } from '../../state/rpc.ts'
import type { ConnectorContext } from '../connector.ts'

type Line = Pick<ConnectorContext, 'store' | 'host'> & {
  account: AccountState
  signOut(): Promise<void>
  goTo(caipNetworkId: CaipNetworkId): Promise<void>
  /** To the secure frame. */
  send(caipNetworkId: CaipNetworkId): Promise<unknown>
}

/** Specification 6. */
const notAllowedMs = 300

/**
 * Permissions, chains and assets are between the page and this frame; what a node answers never troubles the secure
 * frame; the rest is its business, and it holds the list of methods itself.
 */
export const answerRequest = async (
  line: Line,
  namespace: ChainNamespace,
  request: JsonRpcRequest,
): Promise<unknown> => {
  const { store, account } = line
  const { method } = request
  const caipNetworkId = account.caipNetworkId ?? ''
  if (Object.hasOwn(general, method)) return general[method]?.(line, namespace, request)
  if (namespace === 'eip155' && isRead(method) && method !== 'eth_sendRawTransaction')
    return store.set(readForPageAtom, request, caipNetworkId || undefined)
  if (!isRpcMethod(method)) {
    await refuseLoudly(line)
    throw new AppError('METHOD_NOT_ALLOWED')
  }
  if (account.status !== 'connected' && rpcMethods[method] === 'approve') throw new AppError('UNAUTHORIZED')
  return line.send(caipNetworkId)
}

/** The visitor sees that the site asked for something that no wallet of this kind gives. */
const refuseLoudly = async ({ store, host }: Line): Promise<void> => {
  await host.open()
  setTimeout(() => store.set(showToastAtom, { variant: 'error', message: 'Action not allowed' }), notAllowedMs)
}

type Answer = (line: Line, namespace: ChainNamespace, request: JsonRpcRequest) => unknown

const addresses: Answer = ({ account }) =>
  account.status === 'connected' && account.caipAddress ? [account.caipAddress.split(':')[2]] : []

const chainOf = (params: unknown): string => {
  const id = Number(Object(Object(params)[0]).chainId)
  if (!Number.isSafeInteger(id) || id <= 0) throw new AppError('INVALID_PARAMS')
  return `eip155:${id}`
}

/** Only to the project's own networks: the wallet's nodes are the operator's. */
const goTo: Answer = async ({ store, goTo }, _namespace, { params }) => {
  const wanted = chainOf(params)
  if (!store.get(networksAtom).some(({ caipNetworkId }) => caipNetworkId === wanted))
    throw new AppError('UNRECOGNIZED_CHAIN')
  await goTo(wanted)
  return null
}

const permission = { parentCapability: 'eth_accounts' }
const leave: Answer = async ({ signOut }) => {
  await signOut()
  return null
}

const general: { [method: string]: Answer } = {
  eth_accounts: addresses,
  eth_requestAccounts: addresses,
  eth_chainId: ({ account }) => `0x${Number(account.caipNetworkId?.split(':')[1] ?? 0).toString(16)}`,
  net_version: ({ account }) => account.caipNetworkId?.split(':')[1] ?? '0',
  wallet_switchEthereumChain: goTo,
  wallet_addEthereumChain: goTo,
  wallet_switchNetwork: async ({ goTo }, _namespace, { params }) => {
    await goTo(String(Object(params)[0]))
    return null
  },
  wallet_getSession: () => null,
  wallet_getPermissions: ({ account }) => (account.status === 'connected' ? [permission] : []),
  wallet_requestPermissions: () => [permission],
  wallet_revokePermissions: leave,
  // EIP-747: nothing here keeps a list of tokens, and a site is not told that it did.
  wallet_watchAsset: () => {
    throw new AppError('UNSUPPORTED_METHOD')
  },
}
