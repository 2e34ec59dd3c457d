import type { CaipNetworkId, JsonRpcRequest } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { readTimeoutMs } from '@appkit-frame/loader/protocol/wire/timings.ts'
import { nodeError } from '../domain/nodeErrors.ts'
import { fetchJson } from './http.ts'

/** The maximum number of calls in one batch. */
const batchSize = 1_000

export type Rpc = (caipNetworkId: CaipNetworkId, request: JsonRpcRequest) => Promise<unknown>

type Waiting = { request: JsonRpcRequest; resolve: (value: unknown) => void; reject: (error: unknown) => void }

/** Sends all requests that start in the same event-loop task and go to the same network as one batch. */
export const createRpc = ({ projectId }: { projectId: string }): Rpc => {
  const waiting = new Map<CaipNetworkId, Waiting[]>()

  const flush = (caipNetworkId: CaipNetworkId) => {
    const all = waiting.get(caipNetworkId) ?? []
    waiting.delete(caipNetworkId)
    const path = `/v1/?${new URLSearchParams({ chainId: caipNetworkId, projectId })}`
    for (let start = 0; start < all.length; start += batchSize) void send(path, all.slice(start, start + batchSize))
  }

  return (caipNetworkId, request) =>
    new Promise((resolve, reject) => {
      const batch = waiting.get(caipNetworkId)
      if (batch) batch.push({ request, resolve, reject })
      else {
        waiting.set(caipNetworkId, [{ request, resolve, reject }])
        setTimeout(() => flush(caipNetworkId), 0)
      }
    })
}

const send = async (path: string, batch: Waiting[]): Promise<void> => {
  const calls = batch.map(({ request }, id) => ({ jsonrpc: '2.0', id, ...request }))
  try {
    const answer = await fetchJson(path, {
      method: 'POST',
      json: calls.length === 1 ? calls[0] : calls,
      timeoutMs: readTimeoutMs,
      // A node refuses a transaction that it already has.
      isRepeatable: !batch.some(({ request }) => request.method === 'eth_sendRawTransaction'),
    })
    const replies = new Map(
      (Array.isArray(answer) ? answer : [answer]).map((reply) => [Object(reply).id, Object(reply)]),
    )
    batch.forEach(({ resolve, reject }, id) => {
      const reply: { result?: unknown; error?: unknown } | undefined = replies.get(id)
      // Some nodes send both `result` and `error`, one of them null.
      if (reply?.error != null) reject(nodeError(reply.error))
      else if (reply && 'result' in reply) resolve(reply.result)
      else reject(new AppError(commonErrors.RESOURCE_UNAVAILABLE))
    })
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}
