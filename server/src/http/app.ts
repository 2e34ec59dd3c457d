import { Hono, type MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { getPath } from 'hono/utils/url'
import { createReceivedTokens } from '../data/balances/receivedTokens.ts'
import { createTokenBalances } from '../data/balances/tokenBalances.ts'
import { createPrices } from '../data/prices/prices.ts'
import { balanceRoutes } from '../data/routes/balance.ts'
import { fungiblePriceRoutes } from '../data/routes/fungiblePrice.ts'
import { imageRoutes } from '../directory/routes/images.ts'
import { logoRoutes } from '../directory/routes/logos.ts'
import { walletRoutes } from '../directory/routes/wallets.ts'
import { createNativeBalances } from '../rpc/balance/nativeBalances.ts'
import { createProjectNodes } from '../rpc/projectNodes.ts'
import { nativeBalanceRoutes } from '../rpc/routes/nativeBalance.ts'
import { networkEndpointRoutes } from '../rpc/routes/networkEndpoints.ts'
import { rpcRoutes } from '../rpc/routes/rpc.ts'
import { createUpstreams } from '../rpc/upstreams/upstreams.ts'
import { publicKeyRoutes, publicKeysPath, signInRoutes } from '../signIn/routes/signIn.ts'
import { walletApiRoutes } from '../wallet/api/walletApi.ts'
import { warnOfLongHeaders } from './documents/longHeaders.ts'
import { codeOf, createErrorHandler } from './failures.ts'
import { createHeaders } from './headers.ts'
import type { ServerParts } from './parts.ts'
import { servePublicApi } from './publicApi.ts'
import { createRateLimits } from './rateLimits.ts'
import { reply } from './replies.ts'
import { requestIdOf } from './requestId.ts'
import { assetRoutes } from './routes/assets.ts'
import { documentRoutes } from './routes/documents.ts'
import { eventRoutes } from './routes/events.ts'
import { healthPaths, healthRoutes } from './routes/health.ts'
import { projectFactRoutes } from './routes/projectFacts.ts'
import { reportRoutes } from './routes/reports.ts'
import { securityTxtRoutes } from './routes/securityTxt.ts'

/**
 * Makes the app of the whole server. The host becomes the first segment of the path, so that one router serves the
 * hosts of modal and wallet.
 */
export const createApp = (parts: ServerParts): Hono => {
  const headers = createHeaders(parts.settings)
  const rateLimits = createRateLimits(parts.settings, parts.now)
  const nodes = createProjectNodes(parts.projects, parts.now)
  const upstreams = createUpstreams(parts)
  const nativeBalances = createNativeBalances(upstreams, parts.now)
  const findReceived = createReceivedTokens({ ...parts, upstreams })
  const tokenBalances = createTokenBalances({ ...parts, upstreams, findReceived })
  const prices = createPrices({ ...parts, upstreams })
  const app = new Hono({ getPath: readPath(parts) })
  const frame = new Hono()
  const secure = new Hono()

  warnOfLongHeaders(parts, headers)
  healthRoutes(app, parts, headers)
  documentRoutes(frame, secure, parts, rateLimits, headers)
  assetRoutes(frame, secure, parts, headers)
  logoRoutes(secure, parts, rateLimits, headers)
  publicKeyRoutes(frame, parts, headers)
  securityTxtRoutes(frame, secure, parts, headers)
  const publicRoutes = [
    ...projectFactRoutes(),
    ...networkEndpointRoutes(),
    ...walletRoutes(parts),
    ...imageRoutes(parts, headers),
    ...rpcRoutes(nodes, rateLimits),
    ...nativeBalanceRoutes(nativeBalances, parts.now),
    ...fungiblePriceRoutes({ ...parts, prices }),
    ...balanceRoutes({ ...parts, nativeBalances, tokenBalances, prices, rateLimits }),
    ...signInRoutes(parts, nodes),
    ...eventRoutes(parts),
  ]
  servePublicApi(frame, publicRoutes, { ...parts, headers, rateLimits })
  reportRoutes(frame, secure, parts, rateLimits, headers)
  walletApiRoutes(secure, parts, nodes, rateLimits, headers, prices)

  app.use(requestLog(parts))
  app.route('/frame', frame)
  app.route('/secure', secure)
  app.notFound((context) =>
    context.req.path.startsWith('/unknown')
      ? reply(421, headers.plain, 'This server does not answer for this host name')
      : reply(404, headers.plain, 'Not found'),
  )
  app.onError(createErrorHandler(parts.log, headers.publicApi('never')))
  return app
}

/** Logs one line for each request, with the pattern of the route and the error code, but never the path or query. */
const requestLog =
  ({ log, now }: ServerParts): MiddlewareHandler =>
  async (context, next) => {
    const start = now()
    await next()
    const ms = Math.round((now() - start) * 10) / 10
    const { res, req } = context
    const [id, route, code] = [requestIdOf(context), routePath(context), codeOf(res)]
    log.write('request', { id, method: req.method, route, status: res.status, code, ms })
  }

const readPath = ({ settings }: ServerParts): ((request: Request) => string) => {
  const frameHosts = hostsOf(settings.frameOrigin)
  const secureHosts = hostsOf(settings.secureOrigin)
  return (request) => {
    const asked = getPath(request)
    if (healthPaths.includes(asked)) return asked
    if (asked === publicKeysPath) return `/frame${asked}`
    // Below a prefix, the router knows the path `/` only as an empty path.
    const path = asked === '/' ? '' : asked
    const { url } = request
    const start = url.indexOf('//') + 2
    const end = url.indexOf('/', start)
    const host = url.slice(start, end < 0 ? undefined : end).toLowerCase()
    if (frameHosts.includes(host)) return `/frame${path}`
    return secureHosts.includes(host) ? `/secure${path}` : '/unknown'
  }
}

/** The Host headers of an origin. A proxy may add the default port, which browsers leave out. */
const hostsOf = (origin: string): string[] => {
  const { host, port, protocol } = new URL(origin)
  return port ? [host] : [host, `${host}:${protocol === 'https:' ? 443 : 80}`]
}
