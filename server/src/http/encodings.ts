import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type Encoding = 'br' | 'gzip' | 'identity'
export type Body = Uint8Array<ArrayBuffer>

/** One content in each encoding that we send it in, with a tag for each, since the bytes differ. */
export type Encoded = Record<Encoding, { body: Body; etag: string }>

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)
/** Below this the answer fits in one packet anyway. */
const smallest = 512

export const encode = async (content: Body, brotliQuality: number): Promise<Encoded> => {
  const tag = contentTag(content)
  const plain = { body: content, etag: `"${tag}"` }
  if (content.byteLength < smallest) return { identity: plain, br: plain, gzip: plain }
  const [br, gz] = await Promise.all([
    brotli(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
        // Suits scripts and markup: a fifth of a percent less of what every first visit waits for.
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

/** For what is compressed already: pictures, fonts. */
export const asIs = (content: Body): Encoded => {
  const plain = { body: content, etag: `"${contentTag(content)}"` }
  return { identity: plain, br: plain, gzip: plain }
}

const contentTag = (content: Uint8Array): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22)

/** Out of Node's shared pool, so that a small body doesn't hold a large buffer. */
const copy = (buffer: Uint8Array): Body => new Uint8Array(buffer)

/** What the client likes best of what we have. RFC 9110: an absent header or a zero weight means no encoding. */
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

export const matchesTag = (condition: string | undefined, etag: string): boolean =>
  condition !== undefined &&
  (condition === '*' || condition.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
