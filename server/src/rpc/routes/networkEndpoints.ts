import type { PublicRoute } from '../../http/publicApi.ts'
import { replyJson } from '../../http/replies.ts'

/**
 * Public URLs of a network, for a wallet that doesn't know the network yet. This is rare, so the first view omits them.
 */
export const networkEndpointRoutes = (): PublicRoute[] => [
  {
    method: 'GET',
    path: '/v1/chains/:caipNetworkId/endpoints',
    cache: 'config',
    run: ({ context, project, headers, fail }) => {
      const served = project.served.get(context.req.param('caipNetworkId') ?? '')
      return served ? replyJson(headers, served.endpoints) : fail(400, 'chainId', 'Chain is not supported')
    },
  },
]
