import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { imageRoutes } from '../directory/routes/images.ts'
import { walletRoutes } from '../directory/routes/wallets.ts'
import { createProjectNodes } from '../rpc/projectNodes.ts'
import { nativeBalanceRoutes } from '../rpc/routes/nativeBalance.ts'
import { networkEndpointRoutes } from '../rpc/routes/networkEndpoints.ts'
import { rpcRoutes } from '../rpc/routes/rpc.ts'
import { signInRoutes } from '../signIn/routes/signIn.ts'
import { walletApiRoutes } from '../wallet/api/walletApi.ts'
import { createAdmission } from './admission.ts'
import { createHeaders } from './headers.ts'
import type { Parts } from './parts.ts'
import { failure, reply } from './replies.ts'
import { requestLog } from './requestLog.ts'
import { assetRoutes } from './routes/assets.ts'
import { documentRoutes } from './routes/documents.ts'
import { eventRoutes } from './routes/events.ts'
import { healthRoutes } from './routes/health.ts'
import { projectFactRoutes } from './routes/projectFacts.ts'
import { reportRoutes } from './routes/reports.ts'

/** The whole server as one app. The host name becomes the first part of the path, so that one router serves both. */
export const createApp = (parts: Parts): Hono => {
  const headers = createHeaders(parts.settings)
  const admission = createAdmission(parts, headers)
  const nodes = createProjectNodes(parts.projects, parts.now)
  const app = new Hono({ getPath: readPath(parts) })
  const frame = new Hono()
  const secure = new Hono()

  healthRoutes(app, parts, headers)
  documentRoutes(frame, secure, parts, admission, headers)
  assetRoutes(frame, secure, parts, headers)
  projectFactRoutes(frame, admission, headers)
  networkEndpointRoutes(frame, admission, headers)
  walletRoutes(frame, parts, admission, headers)
  imageRoutes(frame, parts, admission, headers)
  rpcRoutes(frame, nodes, admission, headers)
  nativeBalanceRoutes(frame, parts, admission, headers)
  signInRoutes(frame, parts, nodes, admission, headers)
  eventRoutes(frame, parts, admission, headers)
  reportRoutes(frame, secure, parts, admission, headers)
  walletApiRoutes(secure, parts, nodes, admission, headers)

  app.use(requestLog(parts))
  app.route('/frame', frame)
  app.route('/secure', secure)
  app.notFound((context) =>
    context.req.path.startsWith('/unknown')
      ? reply(421, headers.plain, 'This server does not answer for this host name')
      : reply(404, headers.plain, 'Not found'),
  )
  app.onError((error) => {
    // Nobody is left to read the answer; the request's own line in the log is enough.
    if (error instanceof AppError && error.code === 'REQUEST_ABORTED') return reply(400, headers.plain, 'Gone')
    // Only where it happened: a message may quote what a visitor sent.
    const place = error.stack?.split('\n').find((line) => line.trimStart().startsWith('at '))
    parts.log.write('error', { name: error.name, at: place?.trim() })
    return failure(headers.publicApi('never'), 500, '', 'An error occurred')
  })
  return app
}

const readPath = ({ settings }: Parts): ((request: Request) => string) => {
  const frameHosts = hostsOf(settings.frameOrigin)
  const secureHosts = hostsOf(settings.secureOrigin)
  return (request) => {
    const asked = getPath(request)
    if (asked === '/health' || asked === '/ready') return asked
    // The router joins the first part and a route for `/` without a slash.
    const path = asked === '/' ? '' : asked
    const { url } = request
    const start = url.indexOf('//') + 2
    const end = url.indexOf('/', start)
    const host = url.slice(start, end < 0 ? undefined : end).toLowerCase()
    if (frameHosts.includes(host)) return `/frame${path}`
    return secureHosts.includes(host) ? `/secure${path}` : '/unknown'
  }
}

/** A proxy may pass the name on with the port that a browser leaves out. */
const hostsOf = (origin: string): string[] => {
  const { host, port, protocol } = new URL(origin)
  return port ? [host] : [host, `${host}:${protocol === 'https:' ? 443 : 80}`]
}
