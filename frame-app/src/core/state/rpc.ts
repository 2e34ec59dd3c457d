import type { CaipNetworkId, JsonRpcRequest } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { atom } from 'jotai/vanilla'
import type { Rpc } from '../api/jsonRpc.ts'
import { networksAtom } from './networks.ts'
import { bootstrapAtom } from './options.ts'

/**
 * Calls JSON-RPC methods of a network through this frame's server, which knows the nodes. The code loads with the first
 * call.
 */
export const rpcAtom = atom((get): Rpc => {
  const { projectId } = get(bootstrapAtom)
  let loading: Promise<Rpc> | undefined
  const load = async () => (await import('../api/jsonRpc.ts')).createRpc({ projectId })
  return async (caipNetworkId, request) => {
    loading ??= load()
    try {
      return await (await loading)(caipNetworkId, request)
    } catch (error) {
      // An error that is no `AppError` means that the code did not load. The next call loads the code again.
      if (error instanceof AppError) throw error
      loading = undefined
      throw new AppError(commonErrors.CHUNK_FAILED, { cause: error })
    }
  }
})

/** Sends a request of the page to a node. Only networks of the project have nodes. */
export const sendToNodeAtom = atom(
  null,
  async (get, _set, request: JsonRpcRequest, caipNetworkId: CaipNetworkId): Promise<unknown> => {
    if (!get(networksAtom).some((network) => network.caipNetworkId === caipNetworkId))
      throw new AppError(commonErrors.UNRECOGNIZED_CHAIN)
    try {
      return await get(rpcAtom)(caipNetworkId, request)
    } catch (error) {
      const { code } = error as AppError
      // For a missing method EIP-1193 has another code than JSON-RPC, so the error is replaced.
      if (code !== 'METHOD_NOT_FOUND' && code !== 'METHOD_NOT_SUPPORTED') throw error
      throw new AppError(commonErrors.UNSUPPORTED_METHOD, { cause: error })
    }
  },
)
