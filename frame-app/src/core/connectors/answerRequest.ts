import type { AccountState, CaipNetworkId, JsonRpcRequest } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { isRpcMethod, type RpcMethodsOf, rpcPolicyOf } from '@appkit-frame/loader/protocol/rpc/methods.ts'
import { networksAtom } from '../state/networks.ts'
import { sendToNodeAtom } from '../state/rpc.ts'
import { noteAnswerAtom } from '../state/sentTransaction.ts'
import type { ConnectorContext } from './types.ts'

/** The side that answers a request of the page: the embedded wallet, or the frame if no wallet is connected. */
export type RequestAnswerer = Pick<ConnectorContext, 'store' | 'hostOrigin'> & {
  account: AccountState
  /** The network that the answers describe. If an account is connected, this is the account's network. */
  caipNetworkId: CaipNetworkId
  /** Sends the wallet a request that the wallet must answer by the policy table. */
  send(request: JsonRpcRequest): Promise<unknown>
  switchNetwork(caipNetworkId: CaipNetworkId): Promise<void>
  disconnect(): Promise<void>
  /** Called for a method that the policy table has in no namespace. */
  onRefused(method: string): Promise<void>
}

/**
 * Lets the side that the policy table names answer the request. Requests for wallets other than the embedded wallet do
 * not pass here.
 */
export const answerRequest = async (
  answerer: RequestAnswerer,
  namespace: ChainNamespace,
  request: JsonRpcRequest,
): Promise<unknown> => {
  const { method } = request
  const policy = rpcPolicyOf(method, namespace)
  switch (policy?.answeredBy) {
    case 'frame':
      if (isFrameMethod(method)) return frameAnswers[method](answerer, request)
      break
    case 'node':
      if (policy.proxy === 'public') return answerer.store.set(sendToNodeAtom, request, answerer.caipNetworkId)
      break
    case 'wallet':
      if (policy.consent === 'approve' && answerer.account.status !== 'connected')
        throw new AppError(commonErrors.UNAUTHORIZED)
      return sendToWallet(answerer, request)
    case 'unbuilt':
      throw new AppError(walletErrors.NOT_SUPPORTED_YET)
  }
  if (!isRpcMethod(method)) await answerer.onRefused(method)
  throw new AppError(commonErrors.METHOD_NOT_ALLOWED)
}

const sendToWallet = async ({ send, store, caipNetworkId }: RequestAnswerer, request: JsonRpcRequest) => {
  const answer = await send(request)
  store.set(noteAnswerAtom, request.method, { answer, caipNetworkId })
  return answer
}

type FrameAnswer = (answerer: RequestAnswerer, request: JsonRpcRequest) => unknown
/** One function for each method that the frame answers by the policy table. */
export type FrameAnswers = { readonly [Name in RpcMethodsOf<'frame'>]: FrameAnswer }

const addressesOf = ({ account }: RequestAnswerer): string[] =>
  account.status === 'connected' && account.caipAddress ? [`${account.caipAddress.split(':')[2]}`] : []
const referenceOf = ({ caipNetworkId }: RequestAnswerer): string => {
  const [, reference] = caipNetworkId.split(':')
  if (!reference) throw new AppError(commonErrors.UNRECOGNIZED_CHAIN)
  return reference
}

/** EIP-3085 and EIP-3326 allow chain ids only in hexadecimal without leading zeros. */
const hexId = /^0x[1-9a-f][0-9a-f]{0,12}$/i
const chainOf = (params: unknown): string => {
  const { chainId } = Object(Object(params)[0])
  if (typeof chainId !== 'string' || !hexId.test(chainId)) throw new AppError(commonErrors.INVALID_PARAMS)
  return `eip155:${Number(chainId)}`
}

/** The embedded wallet uses the operator's nodes, so it can only switch to networks of the project. */
const switchNetwork = async (
  { account, store, switchNetwork }: RequestAnswerer,
  wanted: CaipNetworkId,
): Promise<null> => {
  if (account.status !== 'connected') throw new AppError(commonErrors.UNAUTHORIZED)
  if (!store.get(networksAtom).some(({ caipNetworkId }) => caipNetworkId === wanted))
    throw new AppError(commonErrors.UNRECOGNIZED_CHAIN)
  await switchNetwork(wanted)
  return null
}
const switchChain: FrameAnswer = (answerer, { params }) => switchNetwork(answerer, chainOf(params))

/** Answers with the permissions of EIP-2255. The embedded wallet grants only `eth_accounts`. */
const permissions: FrameAnswer = (answerer) => {
  const caveats = [{ type: 'restrictReturnedAccounts', value: addressesOf(answerer) }]
  return answerer.account.status === 'connected'
    ? [{ invoker: answerer.hostOrigin, parentCapability: 'eth_accounts', caveats }]
    : []
}
const requireAccount = ({ account }: RequestAnswerer): void => {
  if (account.status !== 'connected') throw new AppError(commonErrors.UNAUTHORIZED)
}
const checkPermissions = (params: unknown): void => {
  const [wanted, ...others] = Array.isArray(params) ? params : []
  const names = Object.keys(Object(wanted))
  if (others.length > 0 || names.length !== 1 || names[0] !== 'eth_accounts')
    throw new AppError(commonErrors.INVALID_PARAMS)
}

const frameAnswers = {
  eth_accounts: addressesOf,
  eth_requestAccounts: (answerer) => {
    requireAccount(answerer)
    return addressesOf(answerer)
  },
  eth_chainId: (answerer) => `0x${Number(referenceOf(answerer)).toString(16)}`,
  net_version: referenceOf,
  wallet_switchEthereumChain: switchChain,
  wallet_addEthereumChain: switchChain,
  wallet_switchNetwork: (answerer, { params }) => switchNetwork(answerer, String(Object(params)[0])),
  wallet_getPermissions: permissions,
  wallet_requestPermissions: (answerer, request) => {
    requireAccount(answerer)
    checkPermissions(request.params)
    return permissions(answerer, request)
  },
  wallet_revokePermissions: async (answerer, { params }) => {
    if (answerer.account.status !== 'connected') return null
    checkPermissions(params)
    await answerer.disconnect()
    return null
  },
} satisfies FrameAnswers

const isFrameMethod = (method: string): method is keyof typeof frameAnswers => Object.hasOwn(frameAnswers, method)
