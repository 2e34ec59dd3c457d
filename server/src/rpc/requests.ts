import { errorCatalogue } from 'loader/protocol/errorCatalogue.ts'
import { rpcMethods } from 'loader/protocol/rpcMethods.ts'
import * as v from 'valibot'

export type RpcId = string | number | null
export type RpcRequest = { id: RpcId; method: string; params?: unknown }
export type RpcError = { code: number; message: string; data?: unknown }
export type RpcAnswer = { jsonrpc: '2.0'; id: RpcId } & ({ result: unknown } | { error: RpcError })

/** The specification's batch limit. */
const batchLimit = 1_000

/** Asked of a wallet, not of a chain: a node would answer with accounts of its own. */
const walletQuestions = new Set(['eth_accounts', 'eth_getAccount'])
const proxied = new Set([
  ...Object.entries(rpcMethods).flatMap(([method, kind]) =>
    kind === 'read' && method.startsWith('eth_') && !walletQuestions.has(method) ? [method] : [],
  ),
  'net_version',
  'net_listening',
  'web3_clientVersion',
])

const requestSchema = v.object({
  jsonrpc: v.literal('2.0'),
  id: v.union([v.pipe(v.string(), v.maxLength(128)), v.number(), v.null()]),
  method: v.pipe(v.string(), v.maxLength(64)),
  params: v.exactOptional(v.union([v.array(v.unknown()), v.record(v.string(), v.unknown())])),
})

export type ParsedBody = { isBatch: boolean; items: (RpcRequest | RpcAnswer)[] } | { refused: RpcAnswer }

/** A body as requests to pass on, and answers for those that are not passed on. */
export const parseBody = (text: string): ParsedBody => {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { refused: failed(null, errorCatalogue.PARSE_ERROR.number, errorCatalogue.PARSE_ERROR.short) }
  }
  const { number, short } = errorCatalogue.INVALID_REQUEST
  if (!Array.isArray(json)) return { isBatch: false, items: [parseRequest(json)] }
  if (json.length === 0) return { refused: failed(null, number, short) }
  if (json.length > batchLimit) return { refused: failed(null, number, `A batch holds at most ${batchLimit} requests`) }
  return { isBatch: true, items: json.map(parseRequest) }
}

const parseRequest = (json: unknown): RpcRequest | RpcAnswer => {
  const parsed = v.safeParse(requestSchema, json)
  if (!parsed.success) return failed(null, errorCatalogue.INVALID_REQUEST.number, errorCatalogue.INVALID_REQUEST.short)
  const { jsonrpc: _, ...request } = parsed.output
  if (proxied.has(request.method)) return request
  return failed(request.id, errorCatalogue.METHOD_NOT_FOUND.number, errorCatalogue.METHOD_NOT_ALLOWED.short)
}

export const failed = (id: RpcId, code: number, message: string): RpcAnswer => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
})
