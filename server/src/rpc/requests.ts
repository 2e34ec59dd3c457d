import { errorCatalogue } from '@appkit-frame/loader/protocol/errorCatalogue.ts'
import { rpcMethods } from '@appkit-frame/loader/protocol/rpcMethods.ts'
import * as v from 'valibot'

export type RpcId = string | number | null
export type RpcRequest = { id: RpcId; method: string; params?: unknown }
export type RpcError = { code: number; message: string; data?: unknown }
export type RpcAnswer = { jsonrpc: '2.0'; id: RpcId } & ({ result: unknown } | { error: RpcError })

/** The specification's batch limit. */
const batchLimit = 1_000
/** No method takes values nested so deep, and each level costs a frame of the stack when they are written again. */
const depthLimit = 128

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
  if (isDeeper(text, depthLimit)) return { refused: failed(null, number, short) }
  if (!Array.isArray(json)) return { isBatch: false, items: [parseRequest(json)] }
  if (json.length === 0) return { refused: failed(null, number, short) }
  if (json.length > batchLimit) return { refused: failed(null, number, `A batch holds at most ${batchLimit} requests`) }
  return { isBatch: true, items: json.map(parseRequest) }
}

/** The text is JSON that `JSON.parse` took, so brackets outside texts tell the depth. */
const isDeeper = (text: string, limit: number): boolean => {
  let depth = 0
  let inText = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (inText && character === '\\') at++
    else if (character === '"') inText = !inText
    else if (inText) continue
    else if (character === '[' || character === '{') depth++
    else if (character === ']' || character === '}') depth--
    if (depth > limit) return true
  }
  return false
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
