import { randomBytes } from 'node:crypto'
import type { SiwxClaims } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { parseCaipAddress } from '@appkit-frame/loader/protocol/caip/caip.ts'
import type { SiwxMessage } from '@appkit-frame/loader/protocol/siwx/siwxMessage.ts'
import { parseSiwxTime } from '@appkit-frame/loader/protocol/siwx/siwxText.ts'
import { compactVerify, SignJWT } from 'jose'
import * as v from 'valibot'
import type { Revocations } from './revocations.ts'
import type { SigningKey } from './signingKey.ts'

/** A token is valid for a short time, because a site's back end checks only the token and doesn't notice a sign-out. */
const tokenSeconds = 15 * 60
/** The longest lifetime of a session. The expiration time in the signed message can shorten it. */
const sessionSeconds = 7 * 24 * 60 * 60

const seconds = v.pipe(v.number(), v.integer())
const claimsSchema: v.GenericSchema<unknown, SiwxClaims> = v.object({
  iss: v.string(),
  aud: v.string(),
  sub: v.string(),
  iat: seconds,
  exp: seconds,
  sid: v.string(),
  auth_time: seconds,
  session_exp: seconds,
  projectId: v.string(),
  address: v.string(),
  chainNamespace: v.string(),
  chainId: v.string(),
  caip2Network: v.string(),
  domain: v.string(),
  uri: v.string(),
  nonce: v.string(),
})

type Site = { origin: string; projectId: string }

/**
 * Starts, renews and ends the sessions of signed-in visitors (SIWX). A token contains its whole session, so the server
 * stores only revocations.
 */
export const createSiwxSessions = (parts: {
  key: SigningKey
  revocations: Revocations
  issuer: string
  /** The current time in milliseconds since 1970. */
  clock: () => number
}) => {
  const { key, revocations, issuer, clock } = parts

  const sign = async (claims: SiwxClaims): Promise<string> =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: key.jwk.kid }).sign(key.privateKey)

  const start = async (message: SiwxMessage, site: Site): Promise<string> => {
    const now = Math.floor(clock() / 1_000)
    const end = parseSiwxTime(message.expirationTime ?? '') ?? Number.POSITIVE_INFINITY
    const sub = `${message.chainId}:${message.accountAddress}`
    const { chainNamespace, chainId, address } = parseCaipAddress(sub)
    const session = {
      iss: issuer,
      aud: site.origin,
      sub,
      sid: randomBytes(16).toString('base64url'),
      auth_time: now,
      session_exp: Math.min(now + sessionSeconds, Math.floor(end / 1_000)),
      projectId: site.projectId,
      address,
      chainNamespace,
      chainId,
      caip2Network: message.chainId,
      domain: message.domain,
      uri: message.uri,
      nonce: message.nonce,
    }
    return sign(limited(session, now))
  }

  /**
   * Reads the claims of a session from its token, even if the token itself has expired. Returns null if the session has
   * ended, or if the token was issued for another site or by another server.
   */
  const read = async (token: string, site: Site): Promise<SiwxClaims | null> => {
    const claims = await readClaims(token, key)
    if (!claims || claims.iss !== issuer || claims.aud !== site.origin || claims.projectId !== site.projectId)
      return null
    if (claims.session_exp * 1_000 <= clock()) return null
    return (await revocations.isRevoked(timesOf(claims))) ? null : claims
  }

  const renew = async (claims: SiwxClaims): Promise<{ token: string; claims: SiwxClaims }> => {
    const renewed = limited(claims, Math.floor(clock() / 1_000))
    return { token: await sign(renewed), claims: renewed }
  }

  return { start, read, renew, end: (claims: SiwxClaims): Promise<void> => revocations.revoke(timesOf(claims)) }
}

const limited = (session: Omit<SiwxClaims, 'iat' | 'exp'>, now: number): SiwxClaims => ({
  ...session,
  iat: now,
  exp: Math.min(now + tokenSeconds, session.session_exp),
})

const timesOf = ({ sid, auth_time, session_exp }: SiwxClaims) => ({
  id: sid,
  signedInAt: auth_time,
  endsAt: session_exp,
})

const readClaims = async (token: string, key: SigningKey): Promise<SiwxClaims | null> => {
  try {
    const { payload } = await compactVerify(token, key.publicKey, { algorithms: ['ES256'] })
    return v.parse(claimsSchema, JSON.parse(new TextDecoder().decode(payload)))
  } catch {
    // Another key signed the token, somebody changed it, or an incompatible version wrote it.
    return null
  }
}
