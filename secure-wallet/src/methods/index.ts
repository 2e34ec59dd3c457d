import { addErrors } from '@appkit-frame/loader/protocol/errorCatalogue.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors.ts'
import { isRpcMethod } from '@appkit-frame/loader/protocol/rpcMethods.ts'
import type { SecureRpcRequest } from '@appkit-frame/loader/protocol/secureApi.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/walletErrors.ts'
import type { HandlerTable } from './method.ts'
import { personalSign } from './personalSign.ts'
import { account, notYet, readNode } from './reads.ts'
import { findNetwork, type RpcScope } from './scope.ts'
import { callsStatus, sendCalls } from './sendCalls.ts'
import { sendTransaction } from './sendTransaction.ts'
import { signTypedData } from './signTypedData.ts'
import { solanaMessage, solanaSend, solanaTransaction, solanaTransactions } from './solana.ts'
import { accounts, assets, capabilities, chainId } from './walletReads.ts'

addErrors(walletErrors)

const handlers = {
  eth_accounts: accounts,
  eth_chainId: chainId,
  wallet_getCapabilities: capabilities,
  wallet_getAssets: assets,
  wallet_getCallsStatus: callsStatus,

  eth_blockNumber: readNode('eth_blockNumber'),
  eth_call: readNode('eth_call'),
  eth_estimateGas: readNode('eth_estimateGas'),
  eth_feeHistory: readNode('eth_feeHistory'),
  eth_gasPrice: readNode('eth_gasPrice'),
  eth_getAccount: account,
  eth_getBalance: readNode('eth_getBalance'),
  eth_getBlockByHash: readNode('eth_getBlockByHash'),
  eth_getBlockByNumber: readNode('eth_getBlockByNumber'),
  eth_getBlockReceipts: readNode('eth_getBlockReceipts'),
  eth_getBlockTransactionCountByHash: readNode('eth_getBlockTransactionCountByHash'),
  eth_getBlockTransactionCountByNumber: readNode('eth_getBlockTransactionCountByNumber'),
  eth_getCode: readNode('eth_getCode'),
  eth_getFilterChanges: readNode('eth_getFilterChanges'),
  eth_getFilterLogs: readNode('eth_getFilterLogs'),
  eth_getLogs: readNode('eth_getLogs'),
  eth_getProof: readNode('eth_getProof'),
  eth_getStorageAt: readNode('eth_getStorageAt'),
  eth_getTransactionByBlockHashAndIndex: readNode('eth_getTransactionByBlockHashAndIndex'),
  eth_getTransactionByBlockNumberAndIndex: readNode('eth_getTransactionByBlockNumberAndIndex'),
  eth_getTransactionByHash: readNode('eth_getTransactionByHash'),
  eth_getTransactionCount: readNode('eth_getTransactionCount'),
  eth_getTransactionReceipt: readNode('eth_getTransactionReceipt'),
  eth_getUncleCountByBlockHash: readNode('eth_getUncleCountByBlockHash'),
  eth_getUncleCountByBlockNumber: readNode('eth_getUncleCountByBlockNumber'),
  eth_maxPriorityFeePerGas: readNode('eth_maxPriorityFeePerGas'),
  eth_newBlockFilter: readNode('eth_newBlockFilter'),
  eth_newFilter: readNode('eth_newFilter'),
  eth_newPendingTransactionFilter: readNode('eth_newPendingTransactionFilter'),
  eth_sendRawTransaction: readNode('eth_sendRawTransaction'),
  eth_syncing: readNode('eth_syncing'),
  eth_uninstallFilter: readNode('eth_uninstallFilter'),

  eth_getUserOperationReceipt: notYet,
  eth_estimateUserOperationGas: notYet,
  eth_getUserOperationByHash: notYet,
  eth_supportedEntryPoints: notYet,
  eth_sendUserOperation: notYet,
  wallet_grantPermissions: notYet,
  wallet_revokePermissions: notYet,

  personal_sign: personalSign,
  eth_signTypedData_v4: signTypedData,
  eth_sendTransaction: sendTransaction,
  wallet_sendCalls: sendCalls,
  solana_signMessage: solanaMessage,
  solana_signTransaction: solanaTransaction,
  solana_signAllTransactions: solanaTransactions,
  solana_signAndSendTransaction: solanaSend,
} satisfies HandlerTable

/**
 * The list of methods is enforced here, whatever the modal and the loader let through: what is not listed is refused
 * before any handler is looked for, and what is not of the network's kind before its params are read.
 */
export const createRpc =
  (scope: RpcScope) =>
  async ({ method, params, chainId, chainNamespace }: SecureRpcRequest): Promise<unknown> => {
    if (!isRpcMethod(method)) throw new AppError('METHOD_NOT_ALLOWED')
    const { namespace, handle } = handlers[method]
    const network = findNetwork(scope.networks, chainId, chainNamespace)
    if (namespace !== undefined && namespace !== chainNamespace) throw new AppError('METHOD_NOT_ALLOWED')
    return handle(params, { scope, network, chainId: network.caipNetworkId })
  }
