import type { Context, Hono } from 'hono'
import type { CaipNetworkId } from 'loader/protocol/frameApi.ts'
import type { Admission } from '../admission.ts'
import type { Headers } from '../headers.ts'
import type { Parts } from '../parts.ts'
import type { Project } from '../projects.ts'
import { reply, replyJson } from '../replies.ts'
import { readText } from '../requestBody.ts'
import { createNodes, type Nodes } from '../rpc/nodes.ts'
import { parseBody, type RpcAnswer, type RpcRequest } from '../rpc/requests.ts'

/** A blob transaction is the largest thing that anyone sends. */
const bodyLimit = 2 * 1024 * 1024
const path = '/v1/'

/** JSON-RPC reads for the networks of a project, so that no visitor's browser needs a node's address or key. */
export const rpcRoutes = (frame: Hono, { projects, now }: Parts, admission: Admission, headers: Headers): void => {
  const base = headers.publicApi('never')
  const nodes = createAllNodes(projects, now)

  frame.post(path, async (context) => {
    const admitted = admission.admit(context, 'rpc')
    if (admitted instanceof Response) return admitted
    const { project, cors, fail } = admitted
    const found = nodes.get(project)?.get(context.req.query('chainId') ?? '')
    if (!found) return fail(400, 'chainId', 'Chain is not supported')
    const text = await readText(context.req.raw, bodyLimit)
    if (text === null) return fail(413, '', `The request is longer than ${bodyLimit} bytes`)
    return answer(context, { ...base, ...cors }, found, text)
  })
  frame.options(path, (context) => admission.preflight(context, 'POST'))
}

const answer = async (context: Context, headers: Record<string, string>, nodes: Nodes, text: string) => {
  const parsed = parseBody(text)
  if ('refused' in parsed) return reply(400, headers, JSON.stringify(parsed.refused))
  const { isBatch, items } = parsed
  const passedOn = items.filter(isRequest)
  const answers = passedOn.length > 0 ? await nodes.ask(passedOn, context.req.raw.signal) : []
  const byRequest = new Map(passedOn.map((request, index) => [request, answers[index]]))
  const all = items.map((item) => (isRequest(item) ? byRequest.get(item) : item))
  return replyJson(headers, isBatch ? all : all[0])
}

const isRequest = (item: RpcRequest | RpcAnswer): item is RpcRequest => 'method' in item

/** Networks with the same addresses share what is known about their nodes. */
const createAllNodes = (projects: readonly Project[], now: () => number): Map<Project, Map<CaipNetworkId, Nodes>> => {
  const shared = new Map<string, Nodes>()
  return new Map(
    projects.map((project) => {
      const own = new Map<CaipNetworkId, Nodes>()
      for (const [caipNetworkId, { network, upstreamUrls }] of project.served) {
        if (network.chainNamespace !== 'eip155' || upstreamUrls.length === 0) continue
        const key = upstreamUrls.join(' ')
        const nodes = shared.get(key) ?? createNodes(upstreamUrls, now)
        shared.set(key, nodes)
        own.set(caipNetworkId, nodes)
      }
      return [project, own]
    }),
  )
}
