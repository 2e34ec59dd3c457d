import { AppError } from '@appkit-frame/loader/protocol/errors.ts'
import type { AccountState, CaipNetworkId, JsonRpcRequest } from '@appkit-frame/loader/protocol/frameApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/namespaces.ts'
import { isRpcMethod, rpcMethods } from '@appkit-frame/loader/protocol/rpcMethods.ts'
import { networksAtom } from '../../state/networks.ts'
import { showToastAtom } from '../../state/notices.ts'
import { isRead, readForPageAtom } from '../../state/rpc.ts'
import type { ConnectorContext } from '../connector.ts'

type Line = Pick<ConnectorContext, 'store' | 'host' | 'hostOrigin'> & {
  account: AccountState
  signOut(): Promise<void>
  /** The secure frame refuses it too, and says so in the place of the cards that wait. What was asked with it stays here. */
  showRefused(method: string): Promise<void>
  goTo(caipNetworkId: CaipNetworkId): Promise<void>
  /** To the secure frame. */
  send(caipNetworkId: CaipNetworkId): Promise<unknown>
}

/** Specification 6. */
const notAllowedMs = 300
/** EIP-1193: the method has not been authorized. */
const unauthorized = 4100
/** Reads that a node doesn't know, or answers otherwise than this wallet would. */
const ofTheWallet = /^eth_(sendRaw|getAccount$|.*UserOp|supportedEntry)/

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
  if (!isRpcMethod(method)) {
    await refuseLoudly(line, method)
    // After 4200 the page's provider asks a node for what reads as a question to one; no list has it, so nobody answers.
    throw new AppError('METHOD_NOT_ALLOWED', isRead(method) ? { number: unauthorized } : {})
  }
  if (namespace === 'eip155' && isRead(method) && !ofTheWallet.test(method))
    return store.set(readForPageAtom, request, caipNetworkId || undefined)
  if (account.status !== 'connected' && rpcMethods[method] === 'approve') throw new AppError('UNAUTHORIZED')
  return line.send(caipNetworkId)
}

/**
 * The visitor sees that the site asked for something that no wallet of this kind gives, and is not left with other cards
 * of such a site under the pointer.
 */
const refuseLoudly = async ({ store, host, account, showRefused }: Line, method: string): Promise<void> => {
  if (account.status === 'connected') await showRefused(method)
  await host.open()
  setTimeout(() => store.set(showToastAtom, { variant: 'error', word: 'notAllowed' }), notAllowedMs)
}

type Answer = (line: Line, namespace: ChainNamespace, request: JsonRpcRequest) => unknown

const addresses: Answer = ({ account }) =>
  account.status === 'connected' && account.caipAddress ? [account.caipAddress.split(':')[2]] : []

/** EIP-3085, EIP-3326: a number in hexadecimal, and no other way to write one. */
const hexId = /^0x[1-9a-f][0-9a-f]{0,12}$/i
const chainOf = (params: unknown): string => {
  const { chainId } = Object(Object(params)[0])
  if (typeof chainId !== 'string' || !hexId.test(chainId)) throw new AppError('INVALID_PARAMS')
  return `eip155:${Number(chainId)}`
}

/** Only to the project's own networks: the wallet's nodes are the operator's. */
const goTo: Answer = async ({ store, goTo }, _namespace, { params }) => {
  const wanted = chainOf(params)
  if (!store.get(networksAtom).some(({ caipNetworkId }) => caipNetworkId === wanted))
    throw new AppError('UNRECOGNIZED_CHAIN')
  await goTo(wanted)
  return null
}

/** EIP-2255. The one thing that this wallet grants is to see its accounts. */
const permissions: Answer = (line, ...rest) => {
  const accounts = addresses(line, ...rest) as string[]
  const caveats = [{ type: 'restrictReturnedAccounts', value: accounts }]
  return accounts.length > 0 ? [{ invoker: line.hostOrigin, parentCapability: 'eth_accounts', caveats }] : []
}
const checkPermissions = (params: unknown): void => {
  const [wanted, ...others] = Array.isArray(params) ? params : []
  const names = Object.keys(Object(wanted))
  if (others.length > 0 || names.length !== 1 || names[0] !== 'eth_accounts') throw new AppError('INVALID_PARAMS')
}
/** Without params it is the page's own sign-out, which knows no method of that name. */
const leave: Answer = async ({ signOut }, _namespace, { params }) => {
  if (params !== undefined) checkPermissions(params)
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
  wallet_getPermissions: permissions,
  wallet_requestPermissions: (line, namespace, request) => {
    checkPermissions(request.params)
    return permissions(line, namespace, request)
  },
  wallet_revokePermissions: leave,
  // EIP-747: nothing here keeps a list of tokens, and a site is not told that it did.
  wallet_watchAsset: () => {
    throw new AppError('UNSUPPORTED_METHOD')
  },
}
