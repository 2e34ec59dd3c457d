import type { CaipNetworkId } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { RpcNodeAnswer, RpcNodeAnswers } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import * as v from 'valibot'
import { requireProject } from '../../config/projects.ts'
import { isMethodProxied } from '../../rpc/proxyPolicy.ts'
import { isNestedTooDeep, notAllowedRpcAnswer, type RpcAnswer } from '../../rpc/requests.ts'
import { parseRequestValue, type WalletParts, type WalletRoute } from '../api/walletRoute.ts'
import { limitRpcRequests } from './limitRpcRequests.ts'

/** The largest request is a contract deployment. Blob transactions are larger, but this wallet sends none. */
const maxBytes = 512 * 1024
/** One approval card needs some fifteen reads. */
const maxRequests = 32
const requestBody = v.strictObject({
  chainId: v.pipe(v.string(), v.maxLength(64)),
  requests: v.pipe(
    v.array(
      v.strictObject({
        method: v.pipe(v.string(), v.maxLength(64)),
        params: v.union([v.array(v.unknown()), v.record(v.string(), v.unknown())]),
      }),
    ),
    v.minLength(1),
    v.maxLength(maxRequests),
  ),
})

/**
 * Passes RPC requests to the operator's nodes, because the secure frame never trusts the host page's view of a
 * chain.
 */
export const walletRpcRoutes = ({ guards, projects, nodes, rateLimits }: WalletParts): WalletRoute[] => {
  return [
    {
      method: 'POST',
      path: 'rpc',
      maxBytes,
      run: async ({ context, body }): Promise<RpcNodeAnswers> => {
        const { projectId } = await guards.requireProof(context)
        const { chainId, requests } = parseRequestValue(requestBody, body)
        const project = requireProject(projects, projectId)
        limitRpcRequests(rateLimits, context, project, requests.length)
        const caipNetworkId = chainId as CaipNetworkId
        const network = project.served.get(caipNetworkId)?.network
        const found = nodes.get(project)?.get(caipNetworkId)
        if (!network || !found) throw new AppError(commonErrors.CHAIN_NOT_SUPPORTED)
        if (requests.some(({ params }) => isNestedTooDeep(params))) throw new AppError(commonErrors.INVALID_INPUT)
        const answers = requests.map(async ({ method, params }): Promise<RpcNodeAnswer> => {
          if (!isMethodProxied('secure', network.chainNamespace, method)) return answerOf(notAllowedRpcAnswer(0))
          const [answer] = await found.ask([{ id: 0, method, params }], context.req.raw.signal)
          if (!answer) throw new AppError(commonErrors.RESOURCE_UNAVAILABLE)
          return answerOf(answer)
        })
        return { answers: await Promise.all(answers) }
      },
    },
  ]
}

const answerOf = (answer: RpcAnswer): RpcNodeAnswer => {
  if ('result' in answer) return { result: answer.result }
  const { code, message, data } = answer.error
  return { error: { code, message, ...(typeof data === 'string' && { data }) } }
}
