import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Parts } from './parts.ts'

/** One line for each request: the route's pattern, never the path or query itself. */
export const requestLog = ({ log, now }: Parts): MiddlewareHandler => {
  const run = randomBytes(4).toString('hex')
  let count = 0
  return async (context, next) => {
    const start = now()
    count += 1
    const id = `${run}-${count}`
    await next()
    const ms = Math.round((now() - start) * 10) / 10
    const { method } = context.req
    log.write('request', { id, method, route: routePath(context, -1), status: context.res.status, ms })
  }
}
