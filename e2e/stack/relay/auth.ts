import { verify } from 'node:crypto'
import { readDidKey } from './didKey.ts'

/** How wrong a phone's clock may go. */
const skewSeconds = 120

export type Identity = { clientId: string } | { refusal: string }

/** Who a client is, by the token that it signed itself; the words of a refusal are those that clients look for. */
export function identify(token: string, { host, now }: { host: string; now: number }): Identity {
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
  // A token for another relay could be one that somebody else has read there.
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
