import type { Hono } from 'hono'
import type { HeaderTable } from '../headers.ts'
import type { ServerParts } from '../parts.ts'
import { reply } from '../replies.ts'

/** Routes of the health checks. They ignore the host name, because a load balancer connects by IP address. */
export const healthRoutes = (app: Hono, { isReady }: ServerParts, headers: HeaderTable): void => {
  app.get('/health', () => reply(200, headers.health, '{"status":"ok"}'))
  app.get('/ready', () =>
    isReady() ? reply(200, headers.health, '{"status":"ready"}') : reply(503, headers.health, '{"status":"not ready"}'),
  )
}
