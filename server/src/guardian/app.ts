import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { directionOf } from '@appkit-frame/loader/protocol/messages/direction.ts'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import type { DatabaseProbe } from '../database/probe.ts'
import { codedFailureResponse, createErrorHandler } from '../http/failures.ts'
import { createRateLimit } from '../http/rateLimit.ts'
import { reply, replyJson } from '../http/replies.ts'
import { readBodyText } from '../http/requestBody.ts'
import { mailLanguageOf } from '../wallet/mail/mailLanguage.ts'
import { cancelRecovery, isRecoveryCancelToken } from './cancelRecovery.ts'
import type { GuardianKeys } from './envelope.ts'
import type { Guardian } from './guardian.ts'
import { guardianTexts } from './messages.ts'
import type { GuardianParts } from './parts.ts'
import { envelopeSchema } from './requests.ts'

const maxBytes = 16 * 1024
/** One rate limit for all clients together: recoveries are rare, and each envelope costs a key encapsulation. */
const rate = { perSecond: 50, burst: 500 }
const kinds = ['enrol', 'recognise', 'forget', 'challenge', 'verify', 'release']

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

type Parts = GuardianParts & { keys: GuardianKeys; now: () => number; probe: DatabaseProbe }

/** The guardian's HTTP API: one route per kind of envelope, the page behind the cancel link, health and public key. */
export const createGuardianApp = (parts: Parts, guardian: Guardian): Hono => {
  const limitRate = createRateLimiter(parts.now)
  const app = new Hono()

  for (const kind of kinds)
    app.post(`/${kind}`, limitRate, async (context) => {
      const envelope = v.safeParse(envelopeSchema, parseJson(await readBodyText(context, maxBytes)))
      if (!envelope.success) return codedFailureResponse(jsonHeaders, commonErrors.INVALID_INPUT)
      try {
        return replyJson(jsonHeaders, await guardian.answer(kind, envelope.output))
      } catch (cause) {
        if (cause instanceof AppError) return codedFailureResponse(jsonHeaders, cause)
        throw cause
      }
    })

  app.get('/health', () => replyJson(jsonHeaders, { status: 'ok' }))
  app.get('/ready', async () => {
    const reason = await parts.probe()
    if (reason === 'READY') return replyJson(jsonHeaders, { status: 'ready' })
    const missing = [{ part: 'database', reason }]
    return reply(503, jsonHeaders, JSON.stringify({ status: 'not ready', missing }))
  })
  app.get('/public-key', () => replyJson(jsonHeaders, { publicKey: parts.keys.publicKey }))

  // Opening the cancel link (GET) only shows a button, because mail scanners open every link. The button sends the POST
  // that cancels the recovery.
  app.get('/cancel', (context) => {
    const fields = new URL(context.req.url).searchParams
    const link = readLink(parts, fields)
    return page(link ? { state: 'ask', ...link } : { state: 'invalid' }, fields)
  })
  app.post('/cancel', limitRate, async (context) => {
    const fields = new URLSearchParams((await readBodyText(context, maxBytes)) ?? '')
    const link = readLink(parts, fields)
    const isCancelled = link !== null && (await cancelRecovery(parts, link.id))
    return page({ state: isCancelled ? 'cancelled' : 'invalid' }, fields)
  })

  app.notFound(() => codedFailureResponse(jsonHeaders, commonErrors.RESOURCE_NOT_FOUND))
  app.onError(createErrorHandler(parts.log, jsonHeaders))
  return app
}

const createRateLimiter = (now: () => number): MiddlewareHandler => {
  const limit = createRateLimit({ ...rate, now })
  return async (_: Context, next) => {
    if (limit('') > 0) return codedFailureResponse(jsonHeaders, commonErrors.TOO_MANY_REQUESTS)
    return next()
  }
}

/** Parses JSON. Returns undefined for any other text, and the envelope schema rejects undefined. */
const parseJson = (text: string | null): unknown => {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

type Link = { id: string; token: string }

const readLink = ({ secrets }: GuardianParts, fields: URLSearchParams): Link | null => {
  const [id, token] = [fields.get('id') ?? '', fields.get('token') ?? '']
  return v.is(v.pipe(v.string(), v.uuid()), id) && isRecoveryCancelToken(secrets, id, token) ? { id, token } : null
}

type Page = ({ state: 'ask' } & Link) | { state: 'cancelled' | 'invalid' }

const page = (content: Page, fields: URLSearchParams): Response =>
  new Response(cancelPage(content, fields.get('locale') ?? ''), {
    status: content.state === 'invalid' ? 404 : 200,
    headers: pageHeaders,
  })

/**
 * Writes the HTML page behind the cancel link, in the language of the mail. A stranger can put no text of their own
 * into the page: `id` and `token` were checked and hold only letters, digits, `-` and `_`, and an unknown language
 * becomes English.
 */
const cancelPage = (content: Page, locale: string): string => {
  const language = mailLanguageOf(locale)
  const messages = guardianTexts(language)
  const { title, text } = messages.page[content.state]
  const form =
    content.state === 'ask'
      ? `<form method="post" action="cancel"><input type="hidden" name="id" value="${content.id}"><input type="hidden" name="token" value="${content.token}">` +
        `<input type="hidden" name="locale" value="${language}"><button>${messages.stop}</button></form>`
      : ''
  return (
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width">' +
    `<title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1><p>${text}</p>${form}</main></body></html>`
  )
}

const style =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0;padding:48px 16px}main{max-width:360px;margin:0 auto}' +
  'h1{font-size:20px}button{font:inherit;font-weight:600;width:100%;padding:12px;border:0;border-radius:12px;background:#c62828;color:#fff}'
