import type { CaipNetworkId, JsonRpcRequest } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { atom } from 'jotai/vanilla'
import type { Rpc } from '../api/jsonRpc.ts'
import { networksAtom } from './networks.ts'
import { bootstrapAtom } from './options.ts'

/** JSON-RPC through the server of this frame, which knows the endpoints of each network. No first view needs its code. */
export const rpcAtom = atom((get): Rpc => {
  const { projectId } = get(bootstrapAtom)
  let loading: Promise<Rpc> | undefined
  const load = async () => (await import('../api/jsonRpc.ts')).createRpc({ projectId })
  return async (caipNetworkId, request) => {
    loading ??= load()
    try {
      return await (await loading)(caipNetworkId, request)
    } catch (error) {
      // An AppError is an answer; anything else means that the code did not come, and the next call asks for it again.
      if (error instanceof AppError) throw error
      loading = undefined
      throw new AppError(commonErrors.CHUNK_FAILED, { cause: error })
    }
  }
})

/** Asks a node what the page asked. Only networks of the project have nodes. */
export const readNodeAtom = atom(
  null,
  async (get, _set, request: JsonRpcRequest, caipNetworkId: CaipNetworkId): Promise<unknown> => {
    if (!get(networksAtom).some((network) => network.caipNetworkId === caipNetworkId))
      throw new AppError(commonErrors.UNRECOGNIZED_CHAIN)
    try {
      return await get(rpcAtom)(caipNetworkId, request)
    } catch (error) {
      const { code } = error as AppError
      // A provider has its own code for what a node calls a missing method.
      if (code !== 'METHOD_NOT_FOUND' && code !== 'METHOD_NOT_SUPPORTED') throw error
      throw new AppError(commonErrors.UNSUPPORTED_METHOD, { cause: error })
    }
  },
)
