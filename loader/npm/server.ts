import { createRemoteJWKSet, jwtVerify } from 'jose'

type VerifyOptions = {
  /** The origin of your AppKit server, such as `https://modal.example.com`. */
  modalOrigin: string
  /** The origin of the page where the visitor signed in, or a list of them. */
  audience: string | string[]
}

/** The server's claims about a visitor who signed in. Times are in seconds since 1970. */
export type TokenClaims = {
  /** The visitor's account as CAIP-10 id, such as `eip155:1:0x…`. */
  sub: string
  address: string
  chainNamespace: string
  chainId: string
  caip2Network: string
  /** The id of the session. */
  sid: string
  iss: string
  aud: string
  iat: number
  exp: number
  auth_time: number
  session_exp: number
  domain: string
  uri: string
  nonce: string
  projectId: string
}

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()

/**
 * Verifies the token that `signIn()` returned to the page, with the keys that the AppKit server publishes. Throws if
 * the token is foreign, for another site, or expired.
 */
export const verifyToken = async (token: string, { modalOrigin, audience }: VerifyOptions): Promise<TokenClaims> => {
  const issuer = new URL(modalOrigin).origin
  const keys = keySets.get(issuer) ?? createRemoteJWKSet(new URL('/.well-known/jwks.json', reachable(issuer)))
  keySets.set(issuer, keys)
  const { payload } = await jwtVerify<TokenClaims>(token, keys, { issuer, audience, algorithms: ['ES256'] })
  return payload
}

/** In development the server's name ends with `.localhost`, which browsers resolve, but Node may not. */
const reachable = (issuer: string): URL => {
  const url = new URL(issuer)
  if (url.hostname.endsWith('.localhost')) url.hostname = '127.0.0.1'
  return url
}
