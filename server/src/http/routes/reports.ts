import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { Hono } from 'hono'
import { codedFailureResponse } from '../failures.ts'
import type { HeaderTable } from '../headers.ts'
import type { ServerParts } from '../parts.ts'
import { type RateLimits, tooManyRequests } from '../rateLimits.ts'
import { reply } from '../replies.ts'
import { readBodyText } from '../requestBody.ts'

const bodyLimit = 16 * 1024
const sumUpMs = 10_000

/** Routes that receive the CSP reports of browsers. Logs only how often each directive was reported. */
export const reportRoutes = (
  frame: Hono,
  secure: Hono,
  { log }: ServerParts,
  rateLimits: RateLimits,
  headers: HeaderTable,
): void => {
  const counts = new Map<string, number>()

  const sumUp = (): void => {
    for (const [key, count] of counts) {
      const [part, directive] = key.split(' ')
      log.write('browsers blocked a resource', { part, directive, count })
    }
    counts.clear()
  }
  const count = (part: string, directive: string): void => {
    const key = `${part} ${directive}`
    if (counts.size === 0) setTimeout(sumUp, sumUpMs).unref()
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }

  for (const [part, app] of Object.entries({ frame, secure })) {
    app.post('/v1/reports', async (context) => {
      const wait = rateLimits(context, 'report', part)
      if (wait > 0) return tooManyRequests(headers.plain, wait)
      const text = await readBodyText(context, bodyLimit)
      if (text === null) return codedFailureResponse(headers.plain, commonErrors.MESSAGE_TOO_LARGE)
      for (const directive of readDirectives(text)) count(part, directive)
      return reply(204, headers.plain, null)
    })
  }
}

/** Reads the directives of a CSP report. `report-uri` sends one object, the Reporting API sends a list. */
export const readDirectives = (text: string): string[] => {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return []
  }
  const reports = Array.isArray(json) ? json.slice(0, 100) : [json]
  return reports.flatMap((report) => {
    const fields = Object(report)
    const body = Object(fields['csp-report'] ?? fields.body)
    const directive: unknown = body['effective-directive'] ?? body.effectiveDirective ?? body['violated-directive']
    const [name] = typeof directive === 'string' ? directive.split(' ') : []
    return name && /^[a-z-]{3,40}$/.test(name) ? [name] : []
  })
}
