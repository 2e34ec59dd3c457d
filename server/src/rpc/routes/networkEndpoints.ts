import type { PublicRoute } from '../../http/publicApi.ts'
import { replyJson } from '../../http/replies.ts'

/**
 * The route for the public URLs of a network, which the modal gives to a wallet that doesn't know the network yet. This
 * is rare, so the frame's document omits the URLs.
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
