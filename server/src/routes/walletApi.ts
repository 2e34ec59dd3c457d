import type { Hono } from 'hono'
import { errorCatalogue } from 'loader/protocol/errorCatalogue.ts'
import type { Admission } from '../admission.ts'
import type { Headers } from '../headers.ts'
import { failure } from '../replies.ts'

/**
 * The secure frame's own API: for its own pages only, so no answer ever carries a CORS header. There is no login yet;
 * each call says so in the catalogue's words.
 */
export const walletApiRoutes = (secure: Hono, admission: Admission, headers: Headers): void => {
  const base = headers.secureApi
  secure.all('/v1/wallet/*', (context) => {
    const wait = admission.rateLimit(context, 'wallet', '')
    if (wait > 0) return admission.tooMany(base, wait)
    const { method } = context.req
    if (method === 'OPTIONS' || context.req.header('Sec-Fetch-Site') !== 'same-origin')
      return failure(base, 403, 'origin', 'Unauthorized: origin not allowed')
    const type = context.req.header('Content-Type') ?? ''
    if (method !== 'GET' && !/^application\/json\s*(?:;|$)/i.test(type))
      return failure(base, 415, '', 'The body has to be JSON')
    return failure(base, 501, '', errorCatalogue.LOGIN_NOT_AVAILABLE.short)
  })
}
