import type { Hono } from 'hono'
import type { Admission } from '../../http/admission.ts'
import type { Headers } from '../../http/headers.ts'
import { replyJson } from '../../http/replies.ts'

const path = '/v1/chains/:caipNetworkId/endpoints'

/** Public addresses of a network, for the rare wallet that has to learn it; no first view carries them. */
export const networkEndpointRoutes = (frame: Hono, admission: Admission, headers: Headers): void => {
  const base = headers.publicApi('config')
  frame.get(path, (context) => {
    const admitted = admission.admit(context, 'data')
    if (admitted instanceof Response) return admitted
    const served = admitted.project.served.get(context.req.param('caipNetworkId'))
    if (!served) return admitted.fail(400, 'chainId', 'Chain is not supported')
    return replyJson({ ...base, ...admitted.cors }, served.endpoints)
  })
  frame.options(path, (context) => admission.preflight(context, 'GET'))
}
