import type { Context } from 'hono'
import { chooseEncoding, type EncodedBody, matchesEtag } from './encodings.ts'

export type HeaderRecord = Record<string, string>

/**
 * Makes a response. Takes a plain record of headers, which the HTTP adaptor writes without building a Headers object.
 */
export const reply = (status: number, headers: HeaderRecord, body: string | null): Response =>
  new Response(body, { status, headers })

export const replyJson = (headers: HeaderRecord, value: unknown): Response => reply(200, headers, JSON.stringify(value))

/** Replies with the body in an encoding that the client accepts, or with 304 if the client has it. */
export const replyEncoded = (context: Context, headers: HeaderRecord, encoded: EncodedBody, status = 200): Response => {
  const encoding = chooseEncoding(context.req.header('Accept-Encoding'))
  const { body, etag } = encoded[encoding]
  const isIdentity = body === encoded.identity.body
  const all: HeaderRecord = {
    ...headers,
    ETag: etag,
    Vary: headers.Vary ? `${headers.Vary}, Accept-Encoding` : 'Accept-Encoding',
    ...(!isIdentity && { 'Content-Encoding': encoding }),
  }
  if (matchesEtag(context.req.header('If-None-Match'), etag)) return new Response(null, { status: 304, headers: all })
  return new Response(body, { status, headers: all })
}
