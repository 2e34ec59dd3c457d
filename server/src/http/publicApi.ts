import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { allowsOrigin } from '@appkit-frame/loader/protocol/origins/origins.ts'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { findProject, type Project, type ProjectRefusal } from '../config/projects.ts'
import type { Settings } from '../config/settings.ts'
import { codedFailureResponse, failureResponse } from './failures.ts'
import type { ApiCachePolicy, HeaderTable } from './headers.ts'
import { type RateClass, type RateLimits, tooManyRequests } from './rateLimits.ts'
import { type HeaderRecord, reply } from './replies.ts'
import { readBodyText } from './requestBody.ts'

export type PublicRequest = {
  context: Context
  project: Project
  /** The CORS header that lets the requesting origin read the answer. */
  cors: HeaderRecord
  /** The headers of a JSON answer, `cors` included. */
  headers: HeaderRecord
  /** The request body. Empty if the route has no `maxBytes`. */
  text: string
  fail: (status: number, field: string, description: string) => Response
}

/**
 * One route of the public API. `run` gets only requests from an allowed origin or without an origin, within rate and
 * body limits.
 */
export type PublicRoute = {
  method: 'GET' | 'POST'
  path: string
  /** The rate limit that applies to the route. By default `shared` if clients may cache the answer, otherwise `data`. */
  rateClass?: RateClass
  /** How long clients may cache the answer. `never` by default. */
  cache?: ApiCachePolicy
  /** The largest body of a POST. Without this field the route reads no body. */
  maxBytes?: number
  /** The request headers that a preflight allows. `Content-Type` by default. */
  requestHeaders?: string
  /** For answers that are the same in all projects: the project that a request without a project id uses. */
  sharedProject?: Project | undefined
  run: (request: PublicRequest) => Response | Promise<Response>
}

type Env = { Variables: { request: PublicRequest } }
type Parts = { settings: Settings; projects: readonly Project[]; headers: HeaderTable; rateLimits: RateLimits }

/** Serves the routes behind the same middleware: admission and CORS, then the body limit. */
export const servePublicApi = (app: Hono, routes: readonly PublicRoute[], parts: Parts): void => {
  const admit = createAdmission(parts)
  for (const route of routes) {
    const { method, path, run } = route
    app.options(
      path,
      admit({ ...route, rateClass: 'data', cache: 'never', sharedProject: undefined }),
      preflight(route),
    )
    app.on(method, path, admit(route), limitBody(route), (context: Context<Env>) => run(context.var.request))
  }
}

const refusals: Record<ProjectRefusal, string> = {
  INVALID_PROJECT_ID: 'Unauthorized: invalid key',
  PROJECT_ID_NOT_CONFIGURED: 'Project ID Not Configured',
}

/**
 * Makes the middleware that admits a request for a known project from the modal's origin, from an origin of the
 * project, or without an origin.
 */
const createAdmission = ({ settings: { frameOrigin }, projects, headers, rateLimits }: Parts) => {
  const refused = headers.publicApi('never')

  return ({ cache = 'never', rateClass, sharedProject }: PublicRoute): MiddlewareHandler<Env> => {
    const base = headers.publicApi(cache)
    const limit = rateClass ?? (cache === 'never' ? 'data' : 'shared')
    return async (context, next) => {
      const origin = context.req.header('Origin')
      const id = context.req.query('projectId')
      const project = !id && sharedProject ? sharedProject : findProject(projects, id)
      if (typeof project === 'string') {
        // CORS lets only the modal read why the project id is refused. The modal reports it to the site's developer.
        const readable = origin === frameOrigin ? corsHeaders(frameOrigin) : {}
        return failureResponse({ ...refused, ...readable }, 401, { field: 'projectId', description: refusals[project] })
      }
      if (origin !== undefined && origin !== frameOrigin && !allowsOrigin(project.allowedOrigins, origin))
        return failureResponse(refused, 403, originRefusal)
      const cors = corsHeaders(origin)
      const answered = { ...base, ...cors }
      const wait = rateLimits(context, limit, project.id)
      if (wait > 0) return tooManyRequests(answered, wait)
      const fail: PublicRequest['fail'] = (status, field, description) =>
        failureResponse(answered, status, { field, description })
      context.set('request', { context, project, cors, headers: answered, text: '', fail })
      return next()
    }
  }
}

export const originRefusal = { field: 'origin', description: 'Unauthorized: origin not allowed' }

const corsHeaders = (origin: string | undefined): HeaderRecord =>
  origin === undefined ? {} : { 'Access-Control-Allow-Origin': origin }

/** The preflight allows no credentials, because no public answer depends on the visitor. */
const preflight =
  ({ method, requestHeaders = 'Content-Type' }: PublicRoute): MiddlewareHandler<Env> =>
  async ({ var: { request } }) =>
    reply(
      204,
      {
        ...request.headers,
        'Access-Control-Allow-Methods': method,
        'Access-Control-Allow-Headers': requestHeaders,
        'Access-Control-Max-Age': '600',
      },
      null,
    )

const limitBody =
  ({ maxBytes }: PublicRoute): MiddlewareHandler<Env> =>
  async (context, next) => {
    const { request } = context.var
    if (maxBytes !== undefined) {
      const text = await readBodyText(context, maxBytes)
      if (text === null) return codedFailureResponse(request.headers, commonErrors.MESSAGE_TOO_LARGE)
      request.text = text
    }
    return next()
  }
