import type { RpcRequest } from './requests.ts'

/** The methods whose first parameter is the id of a filter. */
const takesFilterId: ReadonlySet<string> = new Set(['eth_getFilterChanges', 'eth_getFilterLogs', 'eth_uninstallFilter'])
const idWithNode = /^0x1([0-9a-f]{2})([0-9a-f]+)$/i

/**
 * Returns the result of a request with the node's index in the id of a new filter: `0x1`, two digits for the index, and
 * the node's own id. A filter exists only at the node that created it, and its next request may arrive at another server
 * process.
 */
export const addNodeToFilterId = ({ method }: RpcRequest, result: unknown, nodeIndex: number): unknown => {
  if (!/^eth_new\w*Filter$/.test(method) || typeof result !== 'string' || !/^0x[0-9a-f]+$/i.test(result)) return result
  return `0x1${nodeIndex.toString(16).padStart(2, '0')}${result.slice(2)}`
}

/** Returns the index of the node that has the filter of a request, and the request with the id at this node. */
export const readNodeOfFilterId = (request: RpcRequest): { nodeIndex: number; nodeRequest: RpcRequest } | undefined => {
  const { method, params } = request
  if (!takesFilterId.has(method) || !Array.isArray(params) || typeof params[0] !== 'string') return undefined
  const [, index, id] = idWithNode.exec(params[0]) ?? []
  if (index === undefined) return undefined
  const nodeRequest = { ...request, params: [`0x${id}`, ...params.slice(1)] }
  return { nodeIndex: Number.parseInt(index, 16), nodeRequest }
}
