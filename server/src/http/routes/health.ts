import type { Hono } from 'hono'
import type { HeaderTable } from '../headers.ts'
import type { ServerParts } from '../parts.ts'
import { reply } from '../replies.ts'

/** A part of the server that sign-ins or the embedded wallet need, and why it can't be used. */
type MissingPart = { part: 'mail' | 'database'; reason: string }

/** Kubernetes waits one second for a health check, so a database that does not answer must not delay this route. */
const shortLimitMs = 500

/** The paths of the health checks, which ignore the host name, because a load balancer connects by IP address. */
export const healthPaths = ['/health', '/ready', '/ready/wallet']

/**
 * Routes of the health checks. `/ready` answers 503 only if the modal can't be served: a balancer that removed the
 * server because of its database would take the modal away with the wallet.
 */
export const healthRoutes = (app: Hono, { isReady, probe, embedded }: ServerParts, headers: HeaderTable): void => {
  const findMissingDatabase = async (limitMs?: number): Promise<MissingPart[]> => {
    const state = (await probe?.(limitMs)) ?? 'READY'
    return state === 'READY' ? [] : [{ part: 'database', reason: state }]
  }
  const missingMail: MissingPart[] = embedded ? [] : [{ part: 'mail', reason: 'NOT_CONFIGURED' }]
  const answer = (ready: boolean, missing: MissingPart[]): Response => {
    const status = ready ? 'ready' : 'not ready'
    return reply(
      ready ? 200 : 503,
      headers.health,
      JSON.stringify(missing.length > 0 ? { status, missing } : { status }),
    )
  }

  app.get('/health', () => reply(200, headers.health, '{"status":"ok"}'))
  app.get('/ready', async () => answer(isReady(), await findMissingDatabase(shortLimitMs)))
  app.get('/ready/wallet', async () => {
    const missing = [...missingMail, ...(await findMissingDatabase())]
    return answer(isReady() && missing.length === 0, missing)
  })
}
