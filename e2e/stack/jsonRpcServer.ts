import { type JsonServer, startJsonServer } from './jsonServer.ts'

export type RpcMethods = Record<string, (...params: never[]) => unknown>

/** Creates the error that a method throws to answer with this JSON-RPC code. */
export function rpcError(code: number, message: string, data?: unknown): Error {
  return Object.assign(new Error(message), { code, data })
}

/** Serves JSON-RPC 2.0 over HTTP, for single requests and batches. */
export function startJsonRpcServer(port: number, methods: RpcMethods): Promise<JsonServer> {
  const table = new Map(Object.entries(methods))

  async function one(call: { id?: unknown; method?: unknown; params?: unknown } | null): Promise<unknown> {
    const { id = null, method, params } = call ?? {}
    const run = table.get(String(method))
    if (!run) return { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }
    try {
      const result = await run(...((Array.isArray(params) ? params : []) as never[]))
      return { jsonrpc: '2.0', result, id }
    } catch (cause) {
      const { code = -32602, message, data } = cause as { code?: number; message: string; data?: unknown }
      return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } }
    }
  }

  return startJsonServer(port, async ({ method, body }) => {
    if (method !== 'POST') return { status: 405, text: 'Used HTTP Method is not allowed. POST is required' }
    const calls = parse(body)
    if (calls === undefined)
      return { json: { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } } }
    return { json: Array.isArray(calls) ? await Promise.all(calls.map(one)) : await one(Object(calls)) }
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A body that is not JSON becomes undefined. The server answers it with JSON-RPC's parse error.
    return undefined
  }
}
