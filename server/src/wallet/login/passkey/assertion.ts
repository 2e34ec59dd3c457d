import { createHash, createPublicKey, verify } from 'node:crypto'
import type { PasskeyLoginRequest, SignInKey } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import * as v from 'valibot'

/** The signed parts of a WebAuthn assertion, in base64url. */
type Assertion = Pick<PasskeyLoginRequest, 'clientDataJSON' | 'authenticatorData' | 'signature'>
type ClientData = v.InferOutput<typeof clientDataSchema>
type Expected = {
  /** The wallet's origin. Its full host name is the relying party. */
  origin: string
  /** The origins that the top window around the wallet may have. */
  topOrigins: readonly string[]
}

const clientDataSchema = v.object({
  type: v.literal('webauthn.get'),
  challenge: v.string(),
  origin: v.string(),
  topOrigin: v.optional(v.string()),
})
const [userPresent, userVerified] = [0x01, 0x04]
const flagsAt = 32
const counterAt = 33
/** The hash of the relying party, the flags and the counter. */
const leastAuthenticatorData = 37

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url')
const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest()

/** Returns the client data of an assertion of this wallet. Null if the assertion belongs to another page. */
export const readClientData = ({ clientDataJSON }: Assertion, { origin, topOrigins }: Expected): ClientData | null => {
  const parsed = v.safeParse(clientDataSchema, parseJson(bytesOf(clientDataJSON).toString('utf8')))
  if (!parsed.success || parsed.output.origin !== origin) return null
  const { topOrigin } = parsed.output
  // Some browsers omit `topOrigin` in a frame, and every browser omits it in a top-level window.
  return topOrigin === undefined || topOrigins.includes(topOrigin) ? parsed.output : null
}

/**
 * Verifies that the passkey with this public key signed the assertion with user verification (WebAuthn 7.2). Returns the
 * passkey's counter, or null. The caller has verified the client data.
 */
export const verifyAssertion = (assertion: Assertion, key: SignInKey, rpId: string): number | null => {
  const data = bytesOf(assertion.authenticatorData)
  if (data.length < leastAuthenticatorData || !data.subarray(0, flagsAt).equals(sha256(rpId))) return null
  const flags = data.readUInt8(flagsAt)
  if ((flags & userPresent) === 0 || (flags & userVerified) === 0) return null
  const signed = Buffer.concat([data, sha256(bytesOf(assertion.clientDataJSON))])
  return isSignedBy(key, signed, bytesOf(assertion.signature)) ? data.readUInt32BE(counterAt) : null
}

/** By COSE algorithm: ES256, EdDSA and RS256. */
const hashes: { readonly [Algorithm in number]?: { type: string; hash: string | null } } = {
  [-7]: { type: 'ec', hash: 'sha256' },
  [-8]: { type: 'ed25519', hash: null },
  [-257]: { type: 'rsa', hash: 'sha256' },
}

const isSignedBy = ({ algorithm, spki }: SignInKey, signed: Buffer, signature: Buffer): boolean => {
  try {
    const key = createPublicKey({ key: bytesOf(spki), format: 'der', type: 'spki' })
    const known = hashes[algorithm]
    return known?.type === key.asymmetricKeyType && verify(known?.hash ?? null, signed, key, signature)
  } catch {
    return false
  }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
