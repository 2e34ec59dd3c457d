import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { Hono } from 'hono'
import * as v from 'valibot'
import { createRateLimit } from '../http/rateLimit.ts'
import { readText } from '../http/requestBody.ts'
import { cancel, isCancelToken } from './cancel.ts'
import { cancelPage } from './cancelPage.ts'
import type { GuardianKeys } from './envelope.ts'
import type { Guardian } from './guardian.ts'
import type { GuardianParts } from './parts.ts'
import { envelopeSchema } from './requests.ts'

const bodyLimit = 16 * 1024
/** Of the whole process: a recovery is rare, and each envelope costs an agreement of keys. */
const rate = { perSecond: 50, burst: 500 }

const common = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
}
const jsonHeaders = { ...common, 'Content-Type': 'application/json; charset=utf-8' }
const pageHeaders = {
  ...common,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
}

type Parts = GuardianParts & { keys: GuardianKeys; now: () => number }

/** All that the guardian answers: six kinds of envelopes, the link of its mails, and whether it is there. */
export const createGuardianApp = (parts: Parts, guardian: Guardian): Hono => {
  const limit = createRateLimit({ ...rate, now: parts.now })
  const app = new Hono()
  const reply = (status: number, value: object): Response =>
    new Response(JSON.stringify(value), { status, headers: jsonHeaders })

  for (const kind of ['enrol', 'recognise', 'forget', 'challenge', 'verify', 'release'])
    app.post(`/${kind}`, async (context) => {
      if (limit('') > 0) return reply(429, { code: 'TOO_MANY_REQUESTS' })
      const text = await readText(context.req.raw, bodyLimit)
      const envelope = v.safeParse(envelopeSchema, parseJson(text))
      if (!envelope.success) return reply(400, { code: 'INVALID_INPUT' })
      try {
        return reply(200, await guardian.answer(kind, envelope.output))
      } catch (cause) {
        if (cause instanceof AppError) return reply(400, { code: cause.code })
        throw cause
      }
    })

  app.get('/health', () => reply(200, { status: 'ok' }))
  app.get('/public-key', () => reply(200, { publicKey: parts.keys.publicKey }))

  /** Without an effect: scanners of mail open links. */
  app.get('/cancel', (context) => {
    const fields = new URL(context.req.url).searchParams
    const link = readLink(parts, fields)
    return new Response(cancelPage(link ? { state: 'ask', ...link } : { state: 'invalid' }, readLocale(fields)), {
      status: link ? 200 : 404,
      headers: pageHeaders,
    })
  })
  app.post('/cancel', async (context) => {
    if (limit('') > 0) return reply(429, { code: 'TOO_MANY_REQUESTS' })
    const fields = new URLSearchParams((await readText(context.req.raw, bodyLimit)) ?? '')
    const link = readLink(parts, fields)
    const isCancelled = link !== null && (await cancel(parts, link.id))
    return new Response(cancelPage({ state: isCancelled ? 'cancelled' : 'invalid' }, readLocale(fields)), {
      status: isCancelled ? 200 : 404,
      headers: pageHeaders,
    })
  })

  app.notFound(() => reply(404, { code: 'RESOURCE_NOT_FOUND' }))
  app.onError((error) => {
    const place = error.stack?.split('\n').find((line) => line.trimStart().startsWith('at '))
    parts.log.write('error', { name: error.name, at: place?.trim() })
    return reply(500, { code: 'INTERNAL_ERROR' })
  })
  return app
}

const parseJson = (text: string | null): unknown => {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    // What is no JSON is no envelope.
    return undefined
  }
}

/** Whatever a link says: the page has a language of its own list. */
const readLocale = (fields: URLSearchParams): string => fields.get('locale') ?? ''

const readLink = ({ secrets }: GuardianParts, fields: URLSearchParams): { id: string; token: string } | null => {
  const [id, token] = [fields.get('id') ?? '', fields.get('token') ?? '']
  return v.is(v.pipe(v.string(), v.uuid()), id) && isCancelToken(secrets, id, token) ? { id, token } : null
}
