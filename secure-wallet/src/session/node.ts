import type { CaipNetworkId } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { RpcNodeAnswer, RpcNodeRequest } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError, toWalletError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { RpcMethodsOf } from '@appkit-frame/loader/protocol/rpc/methods.ts'
import type { ServerClient } from './serverClient.ts'

/** The methods that the server's RPC proxy accepts from the secure frame. */
type NodeMethod = RpcMethodsOf<'node'>
/** Calls the operator's node. Rejects with the node's error as an AppError. */
export type NodeClient = {
  ask(chainId: CaipNetworkId, method: NodeMethod, params: unknown): Promise<unknown>
}

/** Approvals rely on these answers, so never use a node that the host page names. */
export const createNodeClient = (server: ServerClient): NodeClient => ({
  ask: async (chainId, method, params) => {
    const body: RpcNodeRequest = { chainId, method, params }
    // A compromised server may answer with any value, even one that is no object.
    const answer = Object(await server({ method: 'POST', path: 'rpc', body })) as Partial<RpcNodeAnswer>
    if ('error' in answer) throw toWalletError(answer.error)
    if ('result' in answer) return answer.result
    throw new AppError(commonErrors.SERVER_ERROR, { values: { reason: 'unexpected answer' } })
  },
})
