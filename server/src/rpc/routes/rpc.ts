import type { PublicRoute } from '../../http/publicApi.ts'
import { type RateLimits, tooManyRequests } from '../../http/rateLimits.ts'
import { reply, replyJson } from '../../http/replies.ts'
import type { ProjectNodes } from '../projectNodes.ts'
import { parseJsonRpc, type RpcAnswer, type RpcRequest } from '../requests.ts'

/** Each token of the rate limit pays for this many requests of a batch. */
const batchPerToken = 10

/** The RPC proxy for the networks of a project, so that no browser needs a node's URL or key. */
export const rpcRoutes = (nodes: ProjectNodes, rateLimits: RateLimits): PublicRoute[] => [
  {
    method: 'POST',
    path: '/v1/',
    rateClass: 'rpc',
    // A blob transaction is the largest request.
    maxBytes: 2 * 1024 * 1024,
    run: async ({ context, project, headers, text, fail }) => {
      const chainId = context.req.query('chainId') ?? ''
      const network = project.served.get(chainId)?.network
      const networkNodes = nodes.get(project)?.get(chainId)
      if (!network || !networkNodes) return fail(400, 'chainId', 'Chain is not supported')
      const parsed = parseJsonRpc(text, network.chainNamespace)
      if ('refused' in parsed) return reply(400, headers, JSON.stringify(parsed.refused))
      const forwarded = parsed.items.filter(isRequest)
      // The public API's middleware has already taken one rate-limit token for this HTTP request.
      const cost = Math.ceil(forwarded.length / batchPerToken) - 1
      const wait = cost > 0 ? rateLimits(context, 'rpc', project.id, cost) : 0
      if (wait > 0) return tooManyRequests(headers, wait)
      const answers = forwarded.length > 0 ? await networkNodes.ask(forwarded, context.req.raw.signal) : []
      const byRequest = new Map(forwarded.map((request, index) => [request, answers[index]]))
      const all = parsed.items.map((item) => (isRequest(item) ? byRequest.get(item) : item))
      return replyJson(headers, parsed.isBatch ? all : all[0])
    },
  },
]

const isRequest = (item: RpcRequest | RpcAnswer): item is RpcRequest => 'method' in item
