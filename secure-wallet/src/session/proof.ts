import { base64urlnopad } from '@scure/base'
import type { ClientKey } from './clientKey.ts'

type Claims = {
  method: string
  url: string
  /** Server time in milliseconds. */
  at: number
  nonce: string | undefined
  accessToken: string | undefined
  /** The project and the site of this document. The browser attested the site. */
  site?: { projectId: string; host: string } | undefined
}

/** A DPoP proof (RFC 9449) for one request. */
export const createDpopProof = async (
  key: ClientKey,
  { method, url, at, nonce, accessToken, site }: Claims,
): Promise<string> => {
  const { origin, pathname } = new URL(url)
  const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: await publicJwk(key) }
  const claims = {
    jti: crypto.randomUUID(),
    htm: method,
    htu: origin + pathname,
    iat: Math.floor(at / 1_000),
    ...site,
    ...(nonce !== undefined && { nonce }),
    ...(accessToken !== undefined && { ath: await digest(accessToken) }),
  }
  const content = `${encode(header)}.${encode(claims)}`
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key.privateKey, utf8(content))
  return `${content}.${base64urlnopad.encode(new Uint8Array(signature))}`
}

const publicJwk = async ({ publicKey }: ClientKey) => {
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey)
  return { kty, crv, x, y }
}

const digest = async (text: string): Promise<string> =>
  base64urlnopad.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text))))

const encode = (value: object): string => base64urlnopad.encode(utf8(JSON.stringify(value)))
const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
