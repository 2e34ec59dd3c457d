import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import type { Context, Hono } from 'hono'
import type { Prices } from '../../data/prices/prices.ts'
import { logDatabaseFailure } from '../../database/storageFailure.ts'
import { codedFailureResponse, logError } from '../../http/failures.ts'
import type { HeaderTable } from '../../http/headers.ts'
import type { ServerParts } from '../../http/parts.ts'
import type { RateLimits } from '../../http/rateLimits.ts'
import { replyJson } from '../../http/replies.ts'
import { readBodyText } from '../../http/requestBody.ts'
import { requestIdOf } from '../../http/requestId.ts'
import type { ProjectNodes } from '../../rpc/projectNodes.ts'
import { createSecureFrameNodes } from '../../rpc/walletNodes.ts'
import { accountRoutes } from '../account/accountRoutes.ts'
import { phraseExportRoutes } from '../custody/phraseExport/phraseExportRoutes.ts'
import { shareSetRoutes } from '../custody/shareSets/shareSetRoutes.ts'
import { vaultKeyRoutes } from '../custody/vaultKey/vaultKeyRoutes.ts'
import { flowRoutes } from '../flows/flowRoutes.ts'
import { joinRoutes } from '../joins/joinRoutes.ts'
import { limitRoutes } from '../limits/limitRoutes.ts'
import { paymentRoutes } from '../limits/paymentRoutes.ts'
import { receiverNameRoutes } from '../limits/receiverNameRoutes.ts'
import { receiverRoutes } from '../limits/receiverRoutes.ts'
import { loginRoutes } from '../login/loginRoutes.ts'
import { passkeyRoutes } from '../login/passkey/passkeyRoutes.ts'
import { guardianRoutes } from '../recovery/guardianRoutes.ts'
import { priceRoutes } from '../rpc/priceRoutes.ts'
import { tokenRoutes } from '../rpc/tokenRoutes.ts'
import { walletRpcRoutes } from '../rpc/walletRpcRoutes.ts'
import { createDpopVerifier } from '../sessions/dpop.ts'
import { acceptsUnconfirmed, closedToNewBrowsers, createSessionGuards, needsFreshLogin } from '../sessions/guards.ts'
import { sessionRoutes } from '../sessions/sessionRoutes.ts'
import { createWindowKeys } from '../window/windowKeys.ts'
import {
  type RouteAccess,
  routeAccess,
  routesClosedToNewBrowsers,
  routesOfUnconfirmed,
  type WalletRouteName,
} from './routeAccess.ts'
import type { WalletParts, WalletRoute } from './walletRoute.ts'

const bodyLimit = 64 * 1024
const prefix = '/v1/wallet/'

/** All routes of the embedded wallet's API. */
const groups: ((parts: WalletParts) => WalletRoute[])[] = [
  loginRoutes,
  passkeyRoutes,
  sessionRoutes,
  vaultKeyRoutes,
  shareSetRoutes,
  phraseExportRoutes,
  accountRoutes,
  limitRoutes,
  receiverRoutes,
  receiverNameRoutes,
  paymentRoutes,
  flowRoutes,
  joinRoutes,
  walletRpcRoutes,
  tokenRoutes,
  priceRoutes,
  guardianRoutes,
]

/**
 * The API of the embedded wallet. Only documents of the secure frame's origin may call it, so answers have no CORS
 * headers. Sessions need no cookies. The cookie of a wallet window only tells which document asks.
 */
export const walletApiRoutes = (
  secure: Hono,
  parts: ServerParts,
  nodes: ProjectNodes,
  rateLimits: RateLimits,
  headers: HeaderTable,
  prices: Prices,
): void => {
  const base = headers.secureApi
  const { embedded, settings, clock, log } = parts
  const proofs = embedded && createDpopVerifier({ ...embedded, origin: settings.secureOrigin, clock })

  const windowKeys = embedded && createWindowKeys(embedded.secrets)
  const answer = async (
    context: Context,
    access: RouteAccess,
    run: (own: Record<string, string>) => Promise<object>,
  ): Promise<Response> => {
    const own: Record<string, string> = proofs ? { ...base, 'DPoP-Nonce': proofs.nonce() } : base
    try {
      const wait = rateLimits(context, 'wallet', '')
      if (wait > 0) {
        own['Retry-After'] = String(wait)
        throw new AppError(commonErrors.TOO_MANY_REQUESTS, { values: { n: wait } })
      }
      const { method } = context.req
      if (method === 'OPTIONS' || context.req.header('Sec-Fetch-Site') !== 'same-origin')
        throw new AppError(commonErrors.ORIGIN_NOT_ALLOWED)
      if (access !== 'anyDocument' && !windowKeys?.isWindow(context)) throw new AppError(walletErrors.WINDOW_REQUIRED)
      return replyJson(own, await run(own))
    } catch (cause) {
      return answerFailure(log, context, own, cause)
    }
  }

  if (embedded && proofs) {
    const guards = createSessionGuards({ ...embedded, proofs, clock })
    const walletNodes = createSecureFrameNodes(parts.projects, nodes, parts.now)
    const walletParts: WalletParts = { ...parts, ...embedded, guards, nodes: walletNodes, rateLimits, prices }
    for (const { method, path, maxBytes = bodyLimit, run } of groups.flatMap((group) => group(walletParts))) {
      const name = `${method} ${path}` as WalletRouteName
      const access = routeAccess[name]
      const isOfUnconfirmed = routesOfUnconfirmed.includes(name)
      const isClosedToNew = routesClosedToNewBrowsers.includes(name)
      secure.on(method, `${prefix}${path}`, (context: Context) => {
        context.set(needsFreshLogin, access === 'freshWindow')
        context.set(acceptsUnconfirmed, isOfUnconfirmed)
        context.set(closedToNewBrowsers, isClosedToNew)
        return answer(context, access, async () => run({ context, body: await readBody(context, maxBytes) }))
      })
    }
  }

  secure.all(`${prefix}*`, (context) =>
    answer(context, 'anyDocument', async () => {
      await readBody(context, bodyLimit)
      throw new AppError(embedded ? commonErrors.RESOURCE_NOT_FOUND : commonErrors.LOGIN_NOT_AVAILABLE)
    }),
  )
}

/** Answers a failure with its code. Throws the failure again if the client has left. */
const answerFailure = (
  log: ServerParts['log'],
  context: Context,
  own: Record<string, string>,
  cause: unknown,
): Response => {
  if (cause instanceof AppError && cause.code !== 'REQUEST_ABORTED') return codedFailureResponse(own, cause)
  if (!(cause instanceof Error) || cause instanceof AppError) throw cause
  if (logDatabaseFailure(log, cause)) return codedFailureResponse(own, commonErrors.RESOURCE_UNAVAILABLE)
  logError(log, cause, undefined, { id: requestIdOf(context) })
  return codedFailureResponse(own, commonErrors.INTERNAL_ERROR)
}

const readBody = async (context: Context, limit: number): Promise<unknown> => {
  const { method } = context.req
  if (method !== 'POST' && method !== 'PUT') return undefined
  // Accept only JSON, because a cross-site form can't send this content type without a preflight.
  if (!/^application\/json\s*(?:;|$)/i.test(context.req.header('Content-Type') ?? ''))
    throw new AppError(commonErrors.INVALID_REQUEST)
  const text = await readBodyText(context, limit)
  if (text === null) throw new AppError(commonErrors.MESSAGE_TOO_LARGE)
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch (cause) {
    throw new AppError(commonErrors.INVALID_INPUT, { cause })
  }
}
