import type { ChainNamespace } from '../caip/namespaces.ts'

/**
 * The policy of one RPC method. It governs the embedded wallet, the frame's own answers and both HTTP proxies. A
 * connected wallet that is not ours gets every method as the page sent it.
 */
export type RpcMethodPolicy = {
  /**
   * `frame`: the modal's frame answers it. `node`: a node of the network answers it. `wallet`: the embedded wallet
   * answers it, in the namespaces that it supports. `unbuilt`: not implemented yet, rejected with NOT_SUPPORTED_YET.
   */
  answeredBy: 'frame' | 'node' | 'wallet' | 'unbuilt'
  /** `connect` opens the modal if no wallet is connected. `approve` waits for the visitor's click on each call. */
  consent: 'none' | 'connect' | 'approve'
  namespaces: readonly ChainNamespace[]
  /**
   * The sender from whom the server's HTTP proxy accepts the method: any visitor (`public`), the secure frame alone
   * (`secure`), or nobody (`none`).
   */
  proxy: 'public' | 'secure' | 'none'
  /** The frame itself may send the method to a connected wallet of the page. */
  isSentByFrame?: true
  /** The wallet signs or sends a transaction for its current network. */
  isTransaction?: true
}

const besideEvm = ['solana', 'bip122', 'polkadot', 'cosmos'] as const
/** The namespaces that the embedded wallet supports. */
export type EmbeddedNamespace = 'eip155' | 'solana'

const evm = { namespaces: ['eip155'], proxy: 'none' } as const
const solana = { namespaces: ['solana'], proxy: 'none' } as const

const publicNode = { ...evm, answeredBy: 'node', consent: 'none', proxy: 'public' } as const
const secureNode = { ...publicNode, proxy: 'secure' } as const
const solanaNode = { ...solana, answeredBy: 'node', consent: 'none', proxy: 'secure' } as const
const frameAnswer = { ...evm, answeredBy: 'frame', consent: 'none' } as const
const walletRead = { ...evm, answeredBy: 'wallet', consent: 'none' } as const
const approval = { ...evm, answeredBy: 'wallet', consent: 'approve' } as const
const transaction = { ...approval, isTransaction: true } as const
const solanaApproval = { ...solana, answeredBy: 'wallet', consent: 'approve' } as const
const solanaTransaction = { ...solanaApproval, isTransaction: true } as const
const unbuilt = { ...evm, answeredBy: 'unbuilt', consent: 'none' } as const

/**
 * Each row is the result of the security review of its method. A method without a row is refused by the first part of
 * AppKit that receives it.
 */
export const rpcMethods = {
  eth_accounts: frameAnswer,
  eth_requestAccounts: { ...frameAnswer, consent: 'connect' },
  eth_chainId: { ...frameAnswer, proxy: 'public', isSentByFrame: true },
  net_version: { ...frameAnswer, proxy: 'public' },
  wallet_getPermissions: frameAnswer,
  wallet_requestPermissions: { ...frameAnswer, consent: 'connect' },
  wallet_revokePermissions: frameAnswer,
  wallet_switchEthereumChain: { ...frameAnswer, isSentByFrame: true },
  wallet_addEthereumChain: { ...frameAnswer, isSentByFrame: true },
  // Non-EVM wallets have no method to switch networks, so the frame and the page use this name between them.
  wallet_switchNetwork: { ...frameAnswer, namespaces: besideEvm, isSentByFrame: true },

  eth_blockNumber: publicNode,
  eth_call: publicNode,
  eth_estimateGas: publicNode,
  eth_feeHistory: publicNode,
  eth_gasPrice: publicNode,
  eth_getBalance: publicNode,
  eth_getBlockByHash: publicNode,
  eth_getBlockByNumber: publicNode,
  eth_getBlockReceipts: publicNode,
  eth_getBlockTransactionCountByHash: publicNode,
  eth_getBlockTransactionCountByNumber: publicNode,
  eth_getCode: publicNode,
  eth_getFilterChanges: publicNode,
  eth_getFilterLogs: publicNode,
  eth_getLogs: publicNode,
  eth_getProof: publicNode,
  eth_getStorageAt: publicNode,
  eth_getTransactionByBlockHashAndIndex: publicNode,
  eth_getTransactionByBlockNumberAndIndex: publicNode,
  eth_getTransactionByHash: publicNode,
  eth_getTransactionCount: publicNode,
  eth_getTransactionReceipt: publicNode,
  eth_getUncleCountByBlockHash: publicNode,
  eth_getUncleCountByBlockNumber: publicNode,
  eth_maxPriorityFeePerGas: publicNode,
  eth_newBlockFilter: publicNode,
  eth_newFilter: publicNode,
  eth_newPendingTransactionFilter: publicNode,
  // Broadcasts a transaction that a wallet has signed, so it needs no consent here.
  eth_sendRawTransaction: publicNode,
  eth_syncing: publicNode,
  eth_uninstallFilter: publicNode,
  net_listening: publicNode,
  web3_clientVersion: publicNode,

  // The secure frame uses the following methods to simulate a transaction before it shows an approval, to send it, and
  // to show how it ended.
  eth_simulateV1: secureNode,
  debug_traceCall: secureNode,
  getBalance: solanaNode,
  getMultipleAccounts: solanaNode,
  getSignatureStatuses: solanaNode,
  sendTransaction: solanaNode,
  simulateTransaction: solanaNode,

  eth_getAccount: walletRead,
  wallet_getAssets: walletRead,
  wallet_getCallsStatus: walletRead,
  wallet_getCapabilities: walletRead,
  eth_sendTransaction: transaction,
  eth_signTypedData_v4: approval,
  personal_sign: { ...approval, isSentByFrame: true },
  wallet_sendCalls: transaction,
  solana_signAllTransactions: solanaTransaction,
  solana_signAndSendTransaction: solanaTransaction,
  solana_signMessage: { ...solanaApproval, isSentByFrame: true },
  solana_signTransaction: solanaTransaction,

  cosmos_signArbitrary: { ...approval, namespaces: ['cosmos'], isSentByFrame: true },
  polkadot_signMessage: { ...approval, namespaces: ['polkadot'], isSentByFrame: true },
  signMessage: { ...approval, namespaces: ['bip122'], isSentByFrame: true },
  wallet_addNetwork: { ...approval, namespaces: ['cosmos'], isSentByFrame: true },

  eth_estimateUserOperationGas: unbuilt,
  eth_getUserOperationByHash: unbuilt,
  eth_getUserOperationReceipt: unbuilt,
  eth_sendUserOperation: { ...unbuilt, consent: 'approve', isTransaction: true },
  eth_supportedEntryPoints: unbuilt,
  wallet_grantPermissions: { ...unbuilt, consent: 'approve' },
  wallet_watchAsset: unbuilt,
} as const satisfies Record<string, RpcMethodPolicy>

type Policies = typeof rpcMethods
type RpcMethod = keyof Policies
/**
 * The methods that one party answers in the given namespaces, with the given consent. A table of handlers has these
 * methods as its keys.
 */
export type RpcMethodsOf<
  Party extends RpcMethodPolicy['answeredBy'],
  Namespace extends ChainNamespace = ChainNamespace,
  Consent extends RpcMethodPolicy['consent'] = RpcMethodPolicy['consent'],
> = {
  [Name in RpcMethod]: Policies[Name] extends { answeredBy: Party; consent: Consent }
    ? Extract<Policies[Name]['namespaces'][number], Namespace> extends never
      ? never
      : Name
    : never
}[RpcMethod]

export const isRpcMethod = (name: string): name is RpcMethod => Object.hasOwn(rpcMethods, name)

/**
 * Whether a site that sends a method without a row asks for a signature, such as `eth_sign`. Only then the visitor
 * should know that the embedded wallet refused. Many pages send other methods only to learn whether a wallet has them.
 */
export const isUnknownSignature = (name: string): boolean => /sign/i.test(name) && !isRpcMethod(name)

/**
 * The policy of a method in a namespace. Undefined if the method has no row, or if its row does not list the namespace.
 */
export const rpcPolicyOf = (name: string, namespace: ChainNamespace): RpcMethodPolicy | undefined => {
  const policy: RpcMethodPolicy | undefined = isRpcMethod(name) ? rpcMethods[name] : undefined
  return policy?.namespaces.includes(namespace) ? policy : undefined
}
