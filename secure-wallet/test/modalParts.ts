import type { SecureApiParts } from '../src/frame/api.ts'
import type { createRpcWallet } from './rpcScope.ts'

/**
 * Creates the API that the modal's frame can call. The wallet behind the API is unlocked, and signs as soon as the test
 * approves a card.
 */
export const secureApiPartsOf = (wallet: ReturnType<typeof createRpcWallet>): SecureApiParts => {
  const nothing = () => undefined
  return {
    capabilities: () => ({ email: true, social: false }),
    connectEmail: () => ({ action: 'CONNECT' }),
    connectPasskey: nothing,
    isConnected: () => ({ isConnected: true, accounts: {} }),
    look: nothing,
    rpcRequest: ({ method, params, chainId }) => wallet.ask(method, params, chainId),
    rpcAbort: wallet.approvals.abort,
    switchNetwork: () => ({ isConnected: true, accounts: {} }),
    openSettings: nothing,
    leave: nothing,
    disconnect: nothing,
    offerReturn: () => false,
    heartbeat: nothing,
  }
}
