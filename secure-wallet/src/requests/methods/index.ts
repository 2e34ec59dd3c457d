import type { SecureRpcRequest } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { rpcPolicyOf } from '@appkit-frame/loader/protocol/rpc/methods.ts'
import { later, lazyMethods } from './lazyMethods.ts'
import type { HandlerTable } from './method.ts'
import { findNetwork, type RpcScope } from './scope.ts'
import { getAccount, getAssets, getCapabilities } from './walletReads.ts'

const handlers = {
  eth_getAccount: getAccount,
  wallet_getAssets: getAssets,
  wallet_getCallsStatus: later(lazyMethods.wallet_getCallsStatus),
  wallet_getCapabilities: getCapabilities,
  eth_sendTransaction: later(lazyMethods.eth_sendTransaction),
  eth_signTypedData_v4: later(lazyMethods.eth_signTypedData_v4),
  personal_sign: later(lazyMethods.personal_sign),
  wallet_sendCalls: later(lazyMethods.wallet_sendCalls),
  solana_signAllTransactions: later(lazyMethods.solana_signAllTransactions),
  solana_signAndSendTransaction: later(lazyMethods.solana_signAndSendTransaction),
  solana_signMessage: later(lazyMethods.solana_signMessage),
  solana_signTransaction: later(lazyMethods.solana_signTransaction),
} satisfies HandlerTable

/**
 * Enforces the RPC policy again, because the modal and the loader are not trusted. Refuses a method that this wallet
 * does not handle, before it reads the params.
 */
export const createRpcDispatcher =
  (scope: RpcScope) =>
  async ({ method, params, chainId, chainNamespace }: SecureRpcRequest): Promise<unknown> => {
    const policy = rpcPolicyOf(method, chainNamespace)
    if (policy?.answeredBy === 'unbuilt') throw new AppError(walletErrors.NOT_SUPPORTED_YET)
    if (policy?.answeredBy !== 'wallet' || !isHandled(method)) throw new AppError(commonErrors.METHOD_NOT_ALLOWED)
    const network = findNetwork(scope.networks, chainId, chainNamespace)
    return handlers[method](params, { scope, network, chainId: network.caipNetworkId })
  }

const isHandled = (method: string): method is keyof typeof handlers => Object.hasOwn(handlers, method)
