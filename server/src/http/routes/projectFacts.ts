import type {
  AnalyticsConfigResponse,
  OriginsResponse,
  SupportedChainsResponse,
} from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { Hono } from 'hono'
import type { ServedNetwork } from '../../config/networks.ts'
import type { Project } from '../../config/projects.ts'
import { isNamespaceProxied } from '../../rpc/proxyPolicy.ts'
import type { Admission } from '../admission.ts'
import type { Headers } from '../headers.ts'
import { replyJson } from '../replies.ts'

/** What a project's configuration says to its modal. */
export const projectFactRoutes = (frame: Hono, admission: Admission, headers: Headers): void => {
  const base = headers.publicApi('config')
  const facts: Record<string, (project: Project) => unknown> = {
    '/projects/v1/origins': ({ allowedOrigins }): OriginsResponse => ({ allowedOrigins }),
    '/getAnalyticsConfig': ({ analytics }): AnalyticsConfigResponse => ({ isAnalyticsEnabled: analytics }),
    '/v1/supported-chains': ({ served }): SupportedChainsResponse => ({
      http: [...served.values()].filter(isReadable).map(({ network }) => network.caipNetworkId),
      ws: [],
    }),
  }
  for (const [path, read] of Object.entries(facts)) {
    frame.get(path, (context) => {
      const admitted = admission.admit(context, 'data')
      if (admitted instanceof Response) return admitted
      return replyJson({ ...base, ...admitted.cors }, read(admitted.project))
    })
    frame.options(path, (context) => admission.preflight(context, 'GET'))
  }
}

const isReadable = ({ network, upstreamUrls }: ServedNetwork): boolean =>
  isNamespaceProxied('public', network.chainNamespace) && upstreamUrls.length > 0
