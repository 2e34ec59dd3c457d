import type {
  SiwxAccountResponse,
  SiwxClaims,
  SiwxNonceResponse,
  SiwxTokenResponse,
} from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { allowsOrigin } from '@appkit-frame/loader/protocol/origins/origins.ts'
import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import type { Admission, Admitted } from '../../http/admission.ts'
import type { Headers } from '../../http/headers.ts'
import type { Parts } from '../../http/parts.ts'
import { reply, replyJson } from '../../http/replies.ts'
import { readText } from '../../http/requestBody.ts'
import type { ProjectNodes } from '../../rpc/projectNodes.ts'
import { authenticateBody, createAuthenticate, type Refusal } from '../authenticate.ts'
import { createNonces } from '../nonces.ts'
import { createSessions } from '../sessions.ts'
import { type SignInErrorCode, signInErrors } from '../signInErrors.ts'

const bodyLimit = 128 * 1024
const body = v.pipe(v.string(), v.parseJson(), authenticateBody)
const methods = {
  '/auth/v1/nonce': 'GET',
  '/auth/v1/authenticate': 'POST',
  '/auth/v1/me': 'GET',
  '/auth/v1/sign-out': 'POST',
}

type Visit = Pick<Admitted, 'project' | 'cors'> & { origin: string; refuse: (refusal: Refusal) => Response }

/** Sign-in of a site's visitors with the account of any namespace (CAIP-122): a message signed for a token. */
export const signInRoutes = (
  frame: Hono,
  parts: Parts,
  nodes: ProjectNodes,
  admission: Admission,
  headers: Headers,
): void => {
  const { settings, signIn, clock, now, log } = parts
  const base = headers.publicApi('never')
  const nonces = createNonces(now)
  const authenticate = createAuthenticate({ nodes, nonces, clock })
  const sessions = createSessions({ ...signIn, issuer: settings.frameOrigin, clock })

  /** Whose visitor it is: the page that asks, or the one that the modal or a back end asks for. */
  const visit = (context: Context): Visit | Response => {
    const admitted = admission.admit(context, 'signIn')
    if (admitted instanceof Response) return admitted
    const { project, cors, fail } = admitted
    const asking = context.req.header('Origin')
    const origin = asking === undefined || asking === settings.frameOrigin ? context.req.query('origin') : asking
    if (origin === undefined || !allowsOrigin(project.allowedOrigins, origin))
      return fail(403, 'origin', 'Unauthorized: origin not allowed')
    return { project, cors, origin, refuse: ({ code, field }) => refusal({ ...base, ...cors }, code, field) }
  }

  const session = async (context: Context): Promise<(Visit & { claims: SiwxClaims }) | Response> => {
    const visited = visit(context)
    if (visited instanceof Response) return visited
    const [, token = ''] = /^Bearer ([\w.-]{1,8192})$/i.exec(context.req.header('Authorization') ?? '') ?? []
    const claims = await sessions.read(token, { origin: visited.origin, projectId: visited.project.id })
    return claims ? { ...visited, claims } : visited.refuse({ code: 'SIWX_SESSION_INVALID', field: 'authorization' })
  }

  frame.get('/auth/v1/nonce', (context) => {
    const visited = visit(context)
    if (visited instanceof Response) return visited
    const { project, origin, cors } = visited
    // The server's time too, since the visitor's clock may be wrong, and the message has to say when it was made.
    const issuedAt = new Date(clock()).toISOString()
    const answer: SiwxNonceResponse = { nonce: nonces.make(nonceSite(project.id, origin)), issuedAt }
    return replyJson({ ...base, ...cors }, answer)
  })

  frame.post('/auth/v1/authenticate', async (context) => {
    const visited = visit(context)
    if (visited instanceof Response) return visited
    const { project, origin, cors, refuse } = visited
    const text = await readText(context.req.raw, bodyLimit)
    if (text === null) return refuse({ code: 'MESSAGE_TOO_LARGE', field: '' })
    const parsed = v.safeParse(body, text)
    if (!parsed.success) return refuse({ code: 'INVALID_INPUT', field: String(parsed.issues[0].path?.[0]?.key ?? '') })
    const message = await authenticate(parsed.output, { project, origin, nonceSite: nonceSite(project.id, origin) })
    if ('code' in message) return refuse(message)
    const answer: SiwxTokenResponse = { token: await sessions.start(message, { origin, projectId: project.id }) }
    return replyJson({ ...base, ...cors }, answer)
  })

  frame.get('/auth/v1/me', async (context) => {
    const found = await session(context)
    if (found instanceof Response) return found
    const { token, claims } = await sessions.renew(found.claims)
    const answer: SiwxAccountResponse = { ...claims, token }
    return replyJson({ ...base, ...found.cors }, answer)
  })

  frame.post('/auth/v1/sign-out', async (context) => {
    const found = await session(context)
    if (found instanceof Response) return found
    try {
      await sessions.end(found.claims)
    } catch (cause) {
      log.write('sign-outs can not be written', { code: String(Object(cause).code) })
      return found.refuse({ code: 'RESOURCE_UNAVAILABLE', field: '' })
    }
    return reply(204, { ...base, ...found.cors }, null)
  })

  for (const [path, method] of Object.entries(methods))
    frame.options(path, (context) => admission.preflight(context, method, 'Authorization, Content-Type'))

  const jwks = JSON.stringify({ keys: [signIn.key.jwk] })
  frame.get('/.well-known/jwks.json', () =>
    reply(200, { ...headers.publicApi('config'), 'Access-Control-Allow-Origin': '*' }, jwks),
  )
}

const nonceSite = (projectId: string, origin: string): string => `${projectId} ${origin}`

const statuses: Partial<Record<SignInErrorCode, number>> = {
  MESSAGE_TOO_LARGE: 413,
  INVALID_INPUT: 400,
  INVALID_CAIP_ADDRESS: 400,
  INVALID_ADDRESS: 400,
  CHAIN_NOT_SUPPORTED: 400,
  SIWX_MESSAGE_INVALID: 400,
  SIWX_DATA_MISMATCH: 400,
  SIWX_NOT_VERIFIED: 503,
  RESOURCE_UNAVAILABLE: 503,
}

/** Like every failure of this server, and with the catalogue's code, which the words of some can't tell. */
const refusal = (own: Record<string, string>, code: SignInErrorCode, field: string): Response => {
  const description = signInErrors[code].short
  return reply(
    statuses[code] ?? 401,
    own,
    JSON.stringify({ status: 'FAILED', reasons: [{ field, description, code }] }),
  )
}
