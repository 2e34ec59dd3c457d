import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { isWithinBounds } from '@appkit-frame/loader/protocol/wire/nesting.ts'
import * as v from 'valibot'
import { isMethodProxied } from './proxyPolicy.ts'

type RpcId = string | number | null
export type RpcRequest = { id: RpcId; method: string; params?: unknown }
type RpcError = { code: number; message: string; data?: unknown }
export type RpcAnswer = { jsonrpc: '2.0'; id: RpcId } & ({ result: unknown } | { error: RpcError })

const batchLimit = 1_000
/**
 * The deepest nesting of parameters. No method needs more, and deep nesting could overflow the stack in
 * `JSON.stringify`.
 */
const depthLimit = 128

const requestSchema = v.object({
  jsonrpc: v.literal('2.0'),
  id: v.union([v.pipe(v.string(), v.maxLength(128)), v.number(), v.null()]),
  method: v.pipe(v.string(), v.maxLength(64)),
  params: v.exactOptional(v.union([v.array(v.unknown()), v.record(v.string(), v.unknown())])),
})

type ParsedBody = { isBatch: boolean; items: (RpcRequest | RpcAnswer)[] } | { refused: RpcAnswer }

/** Parses the body of an RPC request for nodes of a namespace. Replaces a refused request by its error answer. */
export const parseJsonRpc = (text: string, namespace: ChainNamespace): ParsedBody => {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { refused: failedRpcAnswer(null, commonErrors.PARSE_ERROR.number, commonErrors.PARSE_ERROR.short) }
  }
  const { number, short } = commonErrors.INVALID_REQUEST
  if (isNestedTooDeep(json)) return { refused: failedRpcAnswer(null, number, short) }
  if (!Array.isArray(json)) return { isBatch: false, items: [parseRequest(json, namespace)] }
  if (json.length === 0) return { refused: failedRpcAnswer(null, number, short) }
  if (json.length > batchLimit)
    return { refused: failedRpcAnswer(null, number, `A batch holds at most ${batchLimit} requests`) }
  return { isBatch: true, items: json.map((item) => parseRequest(item, namespace)) }
}

export const isNestedTooDeep = (value: unknown): boolean => !isWithinBounds(value, { depth: depthLimit })

const parseRequest = (json: unknown, namespace: ChainNamespace): RpcRequest | RpcAnswer => {
  const parsed = v.safeParse(requestSchema, json)
  if (!parsed.success)
    return failedRpcAnswer(null, commonErrors.INVALID_REQUEST.number, commonErrors.INVALID_REQUEST.short)
  const { jsonrpc: _, ...request } = parsed.output
  return isMethodProxied('public', namespace, request.method) ? request : notAllowedRpcAnswer(request.id)
}

export const notAllowedRpcAnswer = (id: RpcId): RpcAnswer =>
  failedRpcAnswer(id, commonErrors.METHOD_NOT_FOUND.number, commonErrors.METHOD_NOT_ALLOWED.short)

export const failedRpcAnswer = (id: RpcId, code: number, message: string): RpcAnswer => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
})
