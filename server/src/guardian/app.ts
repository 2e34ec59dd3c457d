import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import type { DatabaseProbe } from '../database/probe.ts'
import { codedFailureResponse, createErrorHandler } from '../http/failures.ts'
import { createRateLimit } from '../http/rateLimit.ts'
import { reply, replyJson } from '../http/replies.ts'
import { readBodyText } from '../http/requestBody.ts'
import type { GuardianKeys } from './envelope.ts'
import type { Guardian } from './guardian.ts'
import { addLinkPages } from './linkPages.ts'
import type { GuardianParts, Sender } from './parts.ts'
import { browserHeader, walletHeader } from './passToGuardian.ts'
import { envelopeSchema } from './requests.ts'

const maxBytes = 16 * 1024
/** One rate limit for all clients together: recoveries are rare, and each envelope costs a key encapsulation. */
const rate = { perSecond: 50, burst: 500 }
const kinds = ['enrol', 'ways', 'recognise', 'forget', 'challenge', 'verify', 'withdraw', 'release', 'recoveries']

const common = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
}
const jsonHeaders = { ...common, 'Content-Type': 'application/json; charset=utf-8' }
type Parts = GuardianParts & { keys: GuardianKeys; now: () => number; probe: DatabaseProbe }

/** The guardian's HTTP API: one route per kind of envelope, the pages behind the links of its mails, health and public key. */
export const createGuardianApp = (parts: Parts, guardian: Guardian): Hono => {
  const limitRate = createRateLimiter(parts.now)
  const app = new Hono()

  for (const kind of kinds)
    app.post(`/${kind}`, limitRate, async (context) => {
      const envelope = v.safeParse(envelopeSchema, parseJson(await readBodyText(context, maxBytes)))
      if (!envelope.success) return codedFailureResponse(jsonHeaders, commonErrors.INVALID_INPUT)
      try {
        return replyJson(jsonHeaders, await guardian.answer(kind, envelope.output, senderOf(context)))
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

  addLinkPages(app, parts, common)

  app.notFound(() => codedFailureResponse(jsonHeaders, commonErrors.RESOURCE_NOT_FOUND))
  app.onError(createErrorHandler(parts.log, jsonHeaders))
  return app
}

/** Reads the main server's names for the browser and its wallet. Another text counts as no name. */
const senderOf = (context: Context): Sender => {
  const read = (header: string) => /^[\w-]{1,64}$/.exec(context.req.header(header) ?? '')?.[0]
  return { browser: read(browserHeader), walletId: read(walletHeader) }
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
