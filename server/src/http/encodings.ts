import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type Encoding = 'br' | 'gzip' | 'identity'
export type BodyBytes = Uint8Array<ArrayBuffer>

/** A body in each encoding. Each encoding has its own ETag, because the bytes differ. */
export type EncodedBody = Record<Encoding, { body: BodyBytes; etag: string }>

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)
/** The smallest body that is compressed, in bytes. A smaller one fits into one packet. */
const smallest = 512

export const encodeBody = async (content: BodyBytes, brotliQuality: number): Promise<EncodedBody> => {
  const tag = contentTag(content)
  const plain = { body: content, etag: `"${tag}"` }
  if (content.byteLength < smallest) return { identity: plain, br: plain, gzip: plain }
  const [br, gz] = await Promise.all([
    brotli(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
        // Brotli with one postfix bit suits scripts and markup, and saves 0.2 % of the first view.
        [constants.BROTLI_PARAM_NPOSTFIX]: 1,
      },
    }),
    deflate(content, { level: 9 }),
  ])
  return {
    identity: plain,
    br: { body: copy(br), etag: `"${tag}-br"` },
    gzip: { body: copy(gz), etag: `"${tag}-gz"` },
  }
}

/** The same body with other ETags, for responses with this body but with other headers. */
export const withOtherEtags = (encoded: EncodedBody, variant: string): EncodedBody => {
  const suffix = contentTag(new TextEncoder().encode(variant)).slice(0, 6)
  const tag = ({ body, etag }: EncodedBody['br']) => ({ body, etag: `${etag.slice(0, -1)}-${suffix}"` })
  return { identity: tag(encoded.identity), br: tag(encoded.br), gzip: tag(encoded.gzip) }
}

/** Encodes a body without compression, for formats that are already compressed, such as images and fonts. */
export const encodeUncompressed = (content: BodyBytes): EncodedBody => {
  const plain = { body: content, etag: `"${contentTag(content)}"` }
  return { identity: plain, br: plain, gzip: plain }
}

const contentTag = (content: Uint8Array): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22)

/** Copies a buffer out of Node's shared pool, so that a small body doesn't keep the large pool in memory. */
const copy = (buffer: Uint8Array): BodyBytes => new Uint8Array(buffer)

/**
 * Chooses the best encoding that the client accepts. Without the header, or with a weight of zero, an encoding is not
 * accepted (RFC 9110).
 */
export const chooseEncoding = (accepted: string | undefined): Encoding => {
  if (!accepted) return 'identity'
  const weights = new Map<string, number>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(coding, weight === undefined ? 1 : Number(weight.slice(2)) || 0)
  }
  const weigh = (coding: string): number => weights.get(coding) ?? weights.get('*') ?? 0
  if (weigh('br') > 0 && weigh('br') >= weigh('gzip')) return 'br'
  return weigh('gzip') > 0 ? 'gzip' : 'identity'
}

export const matchesEtag = (condition: string | undefined, etag: string): boolean =>
  condition !== undefined &&
  (condition === '*' || condition.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
