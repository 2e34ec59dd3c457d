import type { Hono } from 'hono'
import type { Admission } from '../../http/admission.ts'
import type { Headers } from '../../http/headers.ts'
import { reply, replyJson } from '../../http/replies.ts'
import { readText } from '../../http/requestBody.ts'
import type { ProjectNodes } from '../projectNodes.ts'
import { parseJsonRpc, type RpcAnswer, type RpcRequest } from '../requests.ts'

/** A blob transaction is the largest thing that anyone sends. */
const bodyLimit = 2 * 1024 * 1024
const path = '/v1/'
/** Each started so many requests of a batch cost as much as a request of its own. */
const batchPerToken = 10

/** JSON-RPC reads for the networks of a project, so that no visitor's browser needs a node's address or key. */
export const rpcRoutes = (frame: Hono, nodes: ProjectNodes, admission: Admission, headers: Headers): void => {
  const base = headers.publicApi('never')

  frame.post(path, async (context) => {
    const admitted = admission.admit(context, 'rpc')
    if (admitted instanceof Response) return admitted
    const { project, cors, fail } = admitted
    const chainId = context.req.query('chainId') ?? ''
    const network = project.served.get(chainId)?.network
    const found = nodes.get(project)?.get(chainId)
    if (!network || !found) return fail(400, 'chainId', 'Chain is not supported')
    const text = await readText(context.req.raw, bodyLimit)
    if (text === null) return fail(413, '', `The request is longer than ${bodyLimit} bytes`)
    const parsed = parseJsonRpc(text, network.chainNamespace)
    const own = { ...base, ...cors }
    if ('refused' in parsed) return reply(400, own, JSON.stringify(parsed.refused))
    const passedOn = parsed.items.filter(isRequest)
    // The first token was taken on admission, before the body was read.
    const cost = Math.ceil(passedOn.length / batchPerToken) - 1
    const wait = cost > 0 ? admission.rateLimit(context, 'rpc', project.id, cost) : 0
    if (wait > 0) return admission.tooMany(own, wait)
    const answers = passedOn.length > 0 ? await found.ask(passedOn, context.req.raw.signal) : []
    const byRequest = new Map(passedOn.map((request, index) => [request, answers[index]]))
    const all = parsed.items.map((item) => (isRequest(item) ? byRequest.get(item) : item))
    return replyJson(own, parsed.isBatch ? all : all[0])
  })
  frame.options(path, (context) => admission.preflight(context, 'POST'))
}

const isRequest = (item: RpcRequest | RpcAnswer): item is RpcRequest => 'method' in item
