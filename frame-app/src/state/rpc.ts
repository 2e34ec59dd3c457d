import { atom } from 'jotai/vanilla'
import { AppError } from 'loader/protocol/errors.ts'
import type { CaipNetworkId, JsonRpcRequest } from 'loader/protocol/frameApi.ts'
import type { Rpc } from '../api/jsonRpc.ts'
import { activeNetworkAtom, networksAtom } from './networks.ts'
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
      throw new AppError('CHUNK_FAILED', { cause: error })
    }
  }
})

/** A page's own read. Without a network it means the active one. */
export const readThroughServerAtom = atom(
  null,
  async (get, _set, request: JsonRpcRequest, caipNetworkId?: CaipNetworkId): Promise<unknown> => {
    const wanted = caipNetworkId ?? get(activeNetworkAtom)?.caipNetworkId ?? get(bootstrapAtom).defaultNetwork
    if (!get(networksAtom).some((network) => network.caipNetworkId === wanted)) throw new AppError('UNRECOGNIZED_CHAIN')
    return get(rpcAtom)(wanted, request)
  },
)
