import type { Context } from 'hono'
import { chooseEncoding, type Encoded, matchesTag } from './encodings.ts'

type Header = Record<string, string>

/** Headers as a plain record, ready made: the HTTP adaptor then writes them without building a Headers object. */
export const reply = (status: number, headers: Header, body: string | null): Response =>
  new Response(body, { status, headers })

export const replyJson = (headers: Header, value: unknown): Response => reply(200, headers, JSON.stringify(value))

/** In the encoding that the client takes, or as "not modified". */
export const replyEncoded = (context: Context, headers: Header, encoded: Encoded, status = 200): Response => {
  const encoding = chooseEncoding(context.req.header('Accept-Encoding'))
  const { body, etag } = encoded[encoding]
  const isPlain = body === encoded.identity.body
  const all: Header = {
    ...headers,
    ETag: etag,
    Vary: headers.Vary ? `${headers.Vary}, Accept-Encoding` : 'Accept-Encoding',
    ...(!isPlain && { 'Content-Encoding': encoding }),
  }
  if (matchesTag(context.req.header('If-None-Match'), etag)) return new Response(null, { status: 304, headers: all })
  return new Response(body, { status, headers: all })
}

/** Clients of the public API read failures in this shape. */
export const failure = (headers: Header, status: number, field: string, description: string): Response =>
  reply(
    status,
    { ...headers, 'Cache-Control': 'no-store' },
    JSON.stringify({ status: 'FAILED', reasons: [{ field, description }] }),
  )
