import { allowsOrigin } from '@appkit-frame/loader/protocol/origins/origins.ts'
import type { Context } from 'hono'
import { findProject, type Project, type ProjectRefusal } from '../config/projects.ts'
import { clientAddress, rateLimitAddress } from './clientAddress.ts'
import type { Headers } from './headers.ts'
import type { Parts } from './parts.ts'
import { createRateLimit } from './rateLimit.ts'
import { failure, reply } from './replies.ts'

type Header = Record<string, string>
export type Admitted = {
  project: Project
  cors: Header
  fail: (status: number, field: string, text: string) => Response
}
export type RateClass = keyof ReturnType<typeof ratesOf>

/**
 * Per project and address. A modal asks for some 50 things when it opens, so the burst lets several visitors behind one
 * address open it at once.
 */
const ratesOf = (requestsPerSecond: number) => ({
  data: { perSecond: requestsPerSecond, burst: requestsPerSecond * 8 },
  rpc: { perSecond: requestsPerSecond, burst: requestsPerSecond * 8 },
  /** Each new one is put together and compressed for whoever asks. */
  document: { perSecond: requestsPerSecond, burst: requestsPerSecond * 4 },
  event: { perSecond: 10, burst: 100 },
  report: { perSecond: 2, burst: 40 },
  /** A visitor who signs in and reads their accounts asks for some 40 things. */
  wallet: { perSecond: requestsPerSecond / 2, burst: requestsPerSecond * 4 },
  /** A signature costs more to check than anything else that a stranger may ask for. */
  signIn: { perSecond: requestsPerSecond / 5, burst: requestsPerSecond * 4 },
})

const refusals: Record<ProjectRefusal, [status: number, description: string]> = {
  INVALID_PROJECT_ID: [401, 'Unauthorized: invalid key'],
  PROJECT_ID_NOT_CONFIGURED: [401, 'Project ID Not Configured'],
}

/** Who may use the public API: a known project, from the modal's own origin or one that the project lists. */
export const createAdmission = ({ settings, projects, now }: Parts, headers: Headers) => {
  const limits = Object.fromEntries(
    Object.entries(ratesOf(settings.requestsPerSecond)).map(([name, rate]) => [
      name,
      createRateLimit({ ...rate, now }),
    ]),
  ) as Record<RateClass, ReturnType<typeof createRateLimit>>
  const base = headers.publicApi('never')

  const rateLimit = (context: Context, rateClass: RateClass, projectId: string, cost = 1): number =>
    limits[rateClass](`${projectId} ${rateLimitAddress(clientAddress(context, settings.trustedProxyHops))}`, cost)

  const tooMany = (own: Header, seconds: number): Response =>
    failure({ ...own, 'Retry-After': String(seconds) }, 429, 'rate_limited', 'Too many requests')

  /** `shared` stands in where no project is named, for what is the same in all of them. */
  const admit = (context: Context, rateClass: RateClass, shared?: Project): Admitted | Response => {
    const id = context.req.query('projectId')
    const project = !id && shared ? shared : findProject(projects, id)
    if (typeof project === 'string') {
      const [status, description] = refusals[project]
      return failure({ ...base, ...readableBy(settings.frameOrigin, context) }, status, 'projectId', description)
    }
    const origin = context.req.header('Origin')
    if (origin !== undefined && origin !== settings.frameOrigin && !allowsOrigin(project.allowedOrigins, origin))
      return failure(base, 403, 'origin', 'Unauthorized: origin not allowed')
    const cors: Header = origin === undefined ? {} : { 'Access-Control-Allow-Origin': origin }
    const wait = rateLimit(context, rateClass, project.id)
    if (wait > 0) return tooMany({ ...base, ...cors }, wait)
    return { project, cors, fail: (status, field, text) => failure({ ...base, ...cors }, status, field, text) }
  }

  /** Answers a preflight for the methods of one route. No credentials: nothing here knows who asks. */
  const preflight = (context: Context, methods: string, requestHeaders = 'Content-Type'): Response => {
    const admitted = admit(context, 'data')
    if (admitted instanceof Response) return admitted
    return reply(
      204,
      {
        ...base,
        ...admitted.cors,
        'Access-Control-Allow-Methods': methods,
        'Access-Control-Allow-Headers': requestHeaders,
        'Access-Control-Max-Age': '600',
      },
      null,
    )
  }

  return { admit, preflight, rateLimit, tooMany }
}

export type Admission = ReturnType<typeof createAdmission>

/** A wrong id is a mistake in the page's own tag, and its developer should see it; only the modal may show it. */
const readableBy = (frameOrigin: string, context: Context): Header =>
  context.req.header('Origin') === frameOrigin ? { 'Access-Control-Allow-Origin': frameOrigin } : {}
