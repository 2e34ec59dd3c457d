import type { CaipNetworkId } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { NodeAnswer, NodeRequest } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError, walletError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { RpcMethodsOf } from '@appkit-frame/loader/protocol/rpc/methods.ts'
import type { ServerLine } from './serverLine.ts'

/** A method that the server's proxy for this frame lets through to a node. */
export type NodeMethod = RpcMethodsOf<'node'>
/** Asks the operator's own node. Throws an AppError made of the node's error. */
export type NodeClient = {
  ask(chainId: CaipNetworkId, method: NodeMethod, params: unknown): Promise<unknown>
}

/** Never a node that the page names: what is shown and what is signed rest on its answers. */
export const createNodeClient = (line: ServerLine): NodeClient => ({
  ask: async (chainId, method, params) => {
    const body: NodeRequest = { chainId, method, params }
    // Whatever a server that is taken over may send: not all of it is an object.
    const answer = Object(await line({ method: 'POST', path: 'rpc', body })) as Partial<NodeAnswer>
    if ('error' in answer) throw walletError(answer.error)
    if ('result' in answer) return answer.result
    throw new AppError(commonErrors.SERVER_ERROR, { values: { reason: 'unexpected answer' } })
  },
})
