import type { AccountState, CaipNetworkId, JsonRpcRequest } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { isRpcMethod, policyOf, type RpcMethodsOf } from '@appkit-frame/loader/protocol/rpc/methods.ts'
import { networksAtom } from '../state/networks.ts'
import { readNodeAtom } from '../state/rpc.ts'
import type { ConnectorContext } from './connector.ts'

/** The connection that a request of the page is for: the embedded wallet's, or none. */
export type Asked = Pick<ConnectorContext, 'store' | 'hostOrigin'> & {
  account: AccountState
  /** The network of the answer, which is the account's if there is an account. */
  caipNetworkId: CaipNetworkId
  /** Sends a method that the policy gives to the wallet. */
  send(request: JsonRpcRequest): Promise<unknown>
  switchNetwork(caipNetworkId: CaipNetworkId): Promise<void>
  disconnect(): Promise<void>
  /** The policy has no row for the method in any namespace. */
  onRefused(method: string): Promise<void>
}

/** Sends each method where its row in the policy says. Only a connected wallet that is not ours never comes here. */
export const answerRequest = async (
  asked: Asked,
  namespace: ChainNamespace,
  request: JsonRpcRequest,
): Promise<unknown> => {
  const { method } = request
  const policy = policyOf(method, namespace)
  switch (policy?.answeredBy) {
    case 'frame':
      if (isFrameMethod(method)) return frameAnswers[method](asked, request)
      break
    case 'node':
      if (policy.proxy === 'public') return asked.store.set(readNodeAtom, request, asked.caipNetworkId)
      break
    case 'wallet':
      if (policy.consent === 'approve' && asked.account.status !== 'connected')
        throw new AppError(commonErrors.UNAUTHORIZED)
      return asked.send(request)
    case 'unbuilt':
      throw new AppError(walletErrors.NOT_SUPPORTED_YET)
  }
  if (!isRpcMethod(method)) await asked.onRefused(method)
  throw new AppError(commonErrors.METHOD_NOT_ALLOWED)
}

type FrameAnswer = (asked: Asked, request: JsonRpcRequest) => unknown
/** One answer for each method that the policy gives to the frame, and no other. */
export type FrameAnswers = { readonly [Name in RpcMethodsOf<'frame'>]: FrameAnswer }

const addressesOf = ({ account }: Asked): string[] =>
  account.status === 'connected' && account.caipAddress ? [`${account.caipAddress.split(':')[2]}`] : []
const referenceOf = ({ caipNetworkId }: Asked): string => {
  const [, reference] = caipNetworkId.split(':')
  if (!reference) throw new AppError(commonErrors.UNRECOGNIZED_CHAIN)
  return reference
}

/** EIP-3085 and EIP-3326 write a chain as a number in hexadecimal, and in no other way. */
const hexId = /^0x[1-9a-f][0-9a-f]{0,12}$/i
const chainOf = (params: unknown): string => {
  const { chainId } = Object(Object(params)[0])
  if (typeof chainId !== 'string' || !hexId.test(chainId)) throw new AppError(commonErrors.INVALID_PARAMS)
  return `eip155:${Number(chainId)}`
}

/** Only networks of the project: the wallet's nodes are the operator's. */
const switchNetwork = async ({ account, store, switchNetwork }: Asked, wanted: CaipNetworkId): Promise<null> => {
  if (account.status !== 'connected') throw new AppError(commonErrors.UNAUTHORIZED)
  if (!store.get(networksAtom).some(({ caipNetworkId }) => caipNetworkId === wanted))
    throw new AppError(commonErrors.UNRECOGNIZED_CHAIN)
  await switchNetwork(wanted)
  return null
}
const switchChain: FrameAnswer = (asked, { params }) => switchNetwork(asked, chainOf(params))

/** EIP-2255. The only permission that this wallet grants is to see its accounts. */
const permissions: FrameAnswer = (asked) => {
  const caveats = [{ type: 'restrictReturnedAccounts', value: addressesOf(asked) }]
  return asked.account.status === 'connected'
    ? [{ invoker: asked.hostOrigin, parentCapability: 'eth_accounts', caveats }]
    : []
}
const requireAccount = ({ account }: Asked): void => {
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
  eth_requestAccounts: (asked) => {
    requireAccount(asked)
    return addressesOf(asked)
  },
  eth_chainId: (asked) => `0x${Number(referenceOf(asked)).toString(16)}`,
  net_version: referenceOf,
  wallet_switchEthereumChain: switchChain,
  wallet_addEthereumChain: switchChain,
  wallet_switchNetwork: (asked, { params }) => switchNetwork(asked, String(Object(params)[0])),
  wallet_getPermissions: permissions,
  wallet_requestPermissions: (asked, request) => {
    requireAccount(asked)
    checkPermissions(request.params)
    return permissions(asked, request)
  },
  wallet_revokePermissions: async (asked, { params }) => {
    if (asked.account.status !== 'connected') return null
    checkPermissions(params)
    await asked.disconnect()
    return null
  },
} satisfies FrameAnswers

const isFrameMethod = (method: string): method is keyof typeof frameAnswers => Object.hasOwn(frameAnswers, method)
