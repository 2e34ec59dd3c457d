import { AppError } from '@appkit-frame/loader/protocol/errors.ts'
import type { CaipNetworkId, JsonRpcRequest } from '@appkit-frame/loader/protocol/frameApi.ts'
import { atom } from 'jotai/vanilla'
import type { Rpc } from '../api/jsonRpc.ts'
import { activeAccountAtom } from './accounts.ts'
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

/** Also a transaction that is signed already. */
const reads = /^(eth_(?!sign|sendT|sendU)|net_|web3_)/
export const isRead = (method: string): boolean => reads.test(method)
/** What a wallet would answer, were there one. */
const unconnected = new Map<string, unknown>([
  ['eth_accounts', []],
  ['wallet_getPermissions', []],
  ['wallet_revokePermissions', null],
])

/** What a page asks that no wallet of its own answers. Without a network it means the active one. */
export const readForPageAtom = atom(
  null,
  async (get, _set, request: JsonRpcRequest, caipNetworkId?: CaipNetworkId): Promise<unknown> => {
    const { method } = request
    const isConnected = get(activeAccountAtom) !== null
    if (!isConnected && unconnected.has(method)) return unconnected.get(method)
    if (!isRead(method)) {
      const needsWallet = !isConnected && /^(wallet|personal|eth)_/.test(method)
      throw new AppError(needsWallet ? 'UNAUTHORIZED' : 'UNSUPPORTED_METHOD')
    }
    const wanted = caipNetworkId ?? get(activeNetworkAtom)?.caipNetworkId ?? get(bootstrapAtom).defaultNetwork
    if (!get(networksAtom).some((network) => network.caipNetworkId === wanted)) throw new AppError('UNRECOGNIZED_CHAIN')
    try {
      return await get(rpcAtom)(wanted, request)
    } catch (error) {
      const { code } = error as AppError
      // That is a node's word for it; a provider has its own.
      if (code !== 'METHOD_NOT_FOUND' && code !== 'METHOD_NOT_SUPPORTED') throw error
      throw new AppError('UNSUPPORTED_METHOD', { cause: error })
    }
  },
)
