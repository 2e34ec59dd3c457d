import type {
  AnalyticsConfigResponse,
  OriginsResponse,
  SupportedChainsResponse,
} from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { ServedNetwork } from '../../config/networks.ts'
import { isNamespaceProxied } from '../../rpc/proxyPolicy.ts'
import type { PublicRequest, PublicRoute } from '../publicApi.ts'
import { replyJson } from '../replies.ts'

/** Routes from which the modal reads the settings of its project. */
export const projectFactRoutes = (): PublicRoute[] => [
  factRoute('/projects/v1/origins', ({ allowedOrigins }): OriginsResponse => ({ allowedOrigins })),
  factRoute('/getAnalyticsConfig', ({ analytics }): AnalyticsConfigResponse => ({ isAnalyticsEnabled: analytics })),
  factRoute(
    '/v1/supported-chains',
    ({ served }): SupportedChainsResponse => ({
      http: [...served.values()].filter(isReadable).map(({ network }) => network.caipNetworkId),
      ws: [],
    }),
  ),
]

const factRoute = (path: string, read: (project: PublicRequest['project']) => unknown): PublicRoute => ({
  method: 'GET',
  path,
  cache: 'config',
  run: ({ project, headers }) => replyJson(headers, read(project)),
})

const isReadable = ({ network, upstreamUrls }: ServedNetwork): boolean =>
  isNamespaceProxied('public', network.chainNamespace) && upstreamUrls.length > 0
