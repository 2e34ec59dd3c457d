import { atom } from 'jotai/vanilla'
import { AppError } from 'loader/protocol/errors.ts'
import type { CaipNetworkId, JsonRpcRequest } from 'loader/protocol/frameApi.ts'
import { createRpc } from '../api/jsonRpc.ts'
import { networksAtom } from './networks.ts'
import { bootstrapAtom, requestedNetworksAtom } from './options.ts'

/** JSON-RPC through the server of this frame, which knows the endpoints of each network. */
export const rpcAtom = atom((get) => createRpc({ projectId: get(bootstrapAtom).projectId }))

/** A page's own read. Without a network it means the default one. */
export const readThroughServerAtom = atom(
  null,
  async (get, _set, request: JsonRpcRequest, caipNetworkId?: CaipNetworkId): Promise<unknown> => {
    const networks = get(networksAtom)
    const first = get(requestedNetworksAtom)?.length ? networks[0]?.caipNetworkId : undefined
    const wanted = caipNetworkId ?? first ?? get(bootstrapAtom).defaultNetwork
    if (!networks.some((network) => network.caipNetworkId === wanted)) throw new AppError('UNRECOGNIZED_CHAIN')
    return get(rpcAtom)(wanted, request)
  },
)
