import { verify } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { readDidKey } from './didKey.ts'

/** A phone's clock may differ by this many seconds from the relay's clock. */
const skewSeconds = 120

type Identity = { clientId: string } | { refusal: string }
type Admission = { clientId: string } | { status: 401 | 403; refusal: string }

type Rules = { projectIds: readonly string[]; allowedOrigins: readonly string[]; now: number }

/** Admits or rejects a client by the upgrade's URL and headers. Only browsers send an origin. */
export function admitClient({ url, headers }: IncomingMessage, { projectIds, allowedOrigins, now }: Rules): Admission {
  const query = new URL(url ?? '/', 'http://relay.invalid').searchParams
  if (!projectIds.includes(query.get('projectId') ?? '')) return { status: 401, refusal: 'Unauthorized: invalid key' }
  if (headers.origin !== undefined && !allowedOrigins.includes(headers.origin))
    return { status: 403, refusal: 'Unauthorized: origin not allowed' }
  const token = query.get('auth') ?? headers.authorization?.replace(/^Bearer /, '') ?? ''
  const identity = identify(token, { host: headers.host ?? '', now })
  return 'clientId' in identity ? identity : { status: 401, ...identity }
}

/**
 * Whether the client wants the reason of a rejection in a close frame. A browser can't read the HTTP status of an
 * upgrade that failed.
 */
export const wantsCloseFrame = ({ url }: IncomingMessage): boolean =>
  new URL(url ?? '/', 'http://relay.invalid').searchParams.get('useOnCloseEvent') === 'true'

/**
 * Returns the client's id from its self-signed token. Clients compare the texts of the errors, so these are the real
 * relay's.
 */
function identify(token: string, { host, now }: { host: string; now: number }): Identity {
  const [head = '', body = '', signature = '', ...rest] = token.split('.')
  const header = readPart(head)
  const { iss, aud, iat, exp } = readPart(body) ?? {}
  if (rest.length > 0 || header?.alg !== 'EdDSA' || header.typ !== 'JWT') return refuse('Invalid format')
  if (typeof iss !== 'string' || typeof aud !== 'string' || typeof iat !== 'number' || typeof exp !== 'number')
    return refuse('Invalid claims')
  const key = readDidKey(iss)
  if (!key) return refuse('Invalid issuer')
  if (!verify(null, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url')))
    return refuse('Invalid signature')
  // A token names its relay. Without this check, another relay could use a token that it received to act as that client
  // here.
  if (URL.parse(aud)?.host !== host) return refuse('Invalid audience')
  if (iat > now / 1000 + skewSeconds) return refuse('JWT Token is not yet valid')
  if (exp < now / 1000 - skewSeconds) return refuse('JWT Token is expired')
  return { clientId: iss }
}

const refuse = (problem: string): Identity => ({ refusal: `JWT validation error: ${problem}` })

function readPart(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}
