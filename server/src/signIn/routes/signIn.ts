import type {
  SiwxAccountResponse,
  SiwxClaims,
  SiwxNonceResponse,
  SiwxTokenResponse,
} from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { allowsOrigin } from '@appkit-frame/loader/protocol/origins/origins.ts'
import type { Hono } from 'hono'
import * as v from 'valibot'
import { logDatabaseFailure, logStorageFailure } from '../../database/storageFailure.ts'
import { codedFailureResponse, failureResponse } from '../../http/failures.ts'
import type { HeaderTable } from '../../http/headers.ts'
import type { ServerParts } from '../../http/parts.ts'
import { originRefusal, type PublicRequest, type PublicRoute } from '../../http/publicApi.ts'
import { reply, replyJson } from '../../http/replies.ts'
import type { ProjectNodes } from '../../rpc/projectNodes.ts'
import { createSignInChecker, type SignInRefusal, signInBodySchema } from '../authenticate.ts'
import { createSiwxSessions } from '../sessions.ts'

const maxBytes = 128 * 1024
const body = v.pipe(v.string(), v.parseJson(), signInBodySchema)

type SiteRequest = PublicRequest & { origin: string; refuse: (refusal: SignInRefusal) => Response }
type Run<Request> = (request: Request) => Response | Promise<Response>

/**
 * Routes that sign visitors in with an account of any namespace (CAIP-122). The visitor sends a signed message and gets
 * a session token.
 */
export const signInRoutes = ({ settings, signIn, clock, log }: ServerParts, nodes: ProjectNodes): PublicRoute[] => {
  const { nonces } = signIn
  const authenticate = createSignInChecker({ nodes, nonces, clock })
  const sessions = createSiwxSessions({ ...signIn, issuer: settings.frameOrigin, clock })

  /**
   * Passes the origin of the requesting site to `run`, if that site belongs to the project. A host page's origin comes
   * from its Origin header. For a request without this header (a back end), or with the modal's origin in it, the site
   * comes from the query parameter `origin`.
   */
  const withSite =
    (run: Run<SiteRequest>): PublicRoute['run'] =>
    async (request) => {
      const { context, project } = request
      const sender = context.req.header('Origin')
      const origin = sender === undefined || sender === settings.frameOrigin ? context.req.query('origin') : sender
      if (origin === undefined || !allowsOrigin(project.allowedOrigins, origin))
        return failureResponse(request.headers, 403, originRefusal)
      const refuse = ({ code, field }: SignInRefusal) => codedFailureResponse(request.headers, { code }, field)
      try {
        return await run({ ...request, origin, refuse })
      } catch (cause) {
        const failure = logDatabaseFailure(log, cause)
        const isUnavailable = cause instanceof AppError && cause.code === 'RESOURCE_UNAVAILABLE'
        if (!failure && !isUnavailable) throw cause
        return refuse({ code: 'RESOURCE_UNAVAILABLE', field: '' })
      }
    }

  const withSession = (run: Run<SiteRequest & { claims: SiwxClaims }>): PublicRoute['run'] =>
    withSite(async (request) => {
      const { context, origin, project, refuse } = request
      const [, token = ''] = /^Bearer ([\w.-]{1,8192})$/i.exec(context.req.header('Authorization') ?? '') ?? []
      const claims = await sessions.read(token, { origin, projectId: project.id })
      return claims ? run({ ...request, claims }) : refuse({ code: 'SIWX_SESSION_INVALID', field: 'authorization' })
    })

  const nonce = withSite(({ project, origin, headers }) => {
    // The server supplies the `issuedAt` of the message, because the visitor's clock may be wrong.
    const issuedAt = new Date(clock()).toISOString()
    const answer: SiwxNonceResponse = { nonce: nonces.make(nonceSite(project.id, origin)), issuedAt }
    return replyJson(headers, answer)
  })

  const authenticateVisitor = withSite(async ({ project, origin, headers, text, refuse }) => {
    const parsed = v.safeParse(body, text)
    if (!parsed.success) return refuse({ code: 'INVALID_INPUT', field: String(parsed.issues[0].path?.[0]?.key ?? '') })
    const message = await authenticate(parsed.output, { project, origin, nonceSite: nonceSite(project.id, origin) })
    if ('code' in message) return refuse(message)
    const answer: SiwxTokenResponse = { token: await sessions.start(message, { origin, projectId: project.id }) }
    return replyJson(headers, answer)
  })

  const me = withSession(async ({ headers, claims }) => {
    const renewed = await sessions.renew(claims)
    const answer: SiwxAccountResponse = { ...renewed.claims, token: renewed.token }
    return replyJson(headers, answer)
  })

  const signOut = withSession(async ({ headers, claims, refuse }) => {
    try {
      await sessions.end(claims)
    } catch (cause) {
      logStorageFailure(log, 'sign-out was not stored', cause)
      return refuse({ code: 'RESOURCE_UNAVAILABLE', field: '' })
    }
    return reply(204, headers, null)
  })

  const shared = { rateClass: 'signIn', requestHeaders: 'Authorization, Content-Type' } as const
  return [
    { ...shared, method: 'GET', path: '/auth/v1/nonce', run: nonce },
    { ...shared, method: 'POST', path: '/auth/v1/authenticate', maxBytes, run: authenticateVisitor },
    { ...shared, method: 'GET', path: '/auth/v1/me', run: me },
    { ...shared, method: 'POST', path: '/auth/v1/sign-out', run: signOut },
  ]
}

/**
 * The path of the public keys, which ignores the host name: Node resolves no name such as `modal.localhost`, so a back
 * end in development asks `127.0.0.1`.
 */
export const publicKeysPath = '/.well-known/jwks.json'

/** Serves the public key that verifies session tokens, to any site and back end. */
export const publicKeyRoutes = (frame: Hono, { signIn }: ServerParts, headers: HeaderTable): void => {
  const jwks = JSON.stringify({ keys: [signIn.key.jwk] })
  frame.get(publicKeysPath, () =>
    reply(200, { ...headers.publicApi('config'), 'Access-Control-Allow-Origin': '*' }, jwks),
  )
}

const nonceSite = (projectId: string, origin: string): string => `${projectId} ${origin}`
