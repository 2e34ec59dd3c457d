import { createHash } from 'node:crypto'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { calculateJwkThumbprint, compactVerify, EmbeddedJWK } from 'jose'
import * as v from 'valibot'
import type { Secrets } from '../../config/secrets.ts'
import type { Database } from '../../database/open.ts'
import { useOnce } from '../../database/useOnce.ts'

/** The key that signed the request, and the site that the secure frame attests. */
export type DpopProof = { thumbprint: string; projectId?: string; host?: string }
type ProofRequest = {
  method: string
  /** The path of the request, without the query. */
  path: string
  proof: string | undefined
  accessToken?: string
}

const nonceMs = 5 * 60_000
/** The ages of accepted nonces. The age -1 is for a nonce of another server process, whose clock is ahead. */
const nonceAges = [0, 1, -1]
const clockSkewSeconds = 60
/**
 * Keep the ids of used proofs for twice the tolerated clock error, because a proof is valid for one clock error before
 * and one after the server's time.
 */
const keptMs = 2 * clockSkewSeconds * 1_000
const proofLimit = 4_096
const text = (least: number, most: number) => v.pipe(v.string(), v.minLength(least), v.maxLength(most))
const claimsSchema = v.object({
  jti: text(8, 128),
  htm: v.string(),
  htu: v.string(),
  iat: v.pipe(v.number(), v.finite()),
  nonce: v.exactOptional(v.string()),
  ath: v.exactOptional(v.string()),
  projectId: v.exactOptional(text(1, 64)),
  host: v.exactOptional(text(1, 255)),
})

/**
 * Checks DPoP proofs (RFC 9449). Each request carries a proof that its sender has the client key. A proof is valid
 * once, and for its own request only.
 */
export const createDpopVerifier = (parts: {
  /**
   * The wallet's configured origin, because behind a proxy the request's own host may differ from what the browser
   * signed.
   */
  origin: string
  secrets: Secrets
  clock: () => number
  database: () => Promise<Database>
}) => {
  const { origin, secrets, clock, database } = parts

  /**
   * Derives the nonce, which changes every 5 minutes, from the time and the server's key, so that all server processes
   * have the same nonce.
   */
  const nonceOf = (age: number): string =>
    secrets.mac('nonce', String(Math.floor(clock() / nonceMs) - age)).slice(0, 22)

  const check = async ({ method, path, proof, accessToken }: ProofRequest): Promise<DpopProof> => {
    const { claims, thumbprint } = await read(proof)
    const fits =
      claims.htm === method &&
      claims.htu === `${origin}${path}` &&
      Math.abs(clock() / 1_000 - claims.iat) <= clockSkewSeconds &&
      nonceAges.some((age) => claims.nonce === nonceOf(age)) &&
      (accessToken === undefined || claims.ath === createHash('sha256').update(accessToken).digest('base64url'))
    if (!fits) throw new AppError(walletErrors.DPOP_INVALID)
    const isFirst = await useOnce(await database(), `${thumbprint} ${claims.jti}`, clock() + keptMs)
    if (!isFirst) throw new AppError(walletErrors.DPOP_INVALID)
    const { projectId, host } = claims
    return { thumbprint, ...(projectId !== undefined && { projectId }), ...(host !== undefined && { host }) }
  }

  return { check, nonce: () => nonceOf(0) }
}

export type DpopVerifier = ReturnType<typeof createDpopVerifier>

const read = async (proof: string | undefined) => {
  try {
    if (proof === undefined || proof.length > proofLimit) throw new Error('no proof')
    // jose itself rejects a header with a private key, and with ES256 every key that is not on P-256.
    const { payload, protectedHeader } = await compactVerify(proof, EmbeddedJWK, { algorithms: ['ES256'] })
    if (protectedHeader.typ !== 'dpop+jwt' || !protectedHeader.jwk) throw new Error('no proof')
    const claims = v.parse(claimsSchema, JSON.parse(new TextDecoder().decode(payload)))
    return { claims, thumbprint: await calculateJwkThumbprint(protectedHeader.jwk) }
  } catch (cause) {
    throw new AppError(walletErrors.DPOP_INVALID, { cause })
  }
}
