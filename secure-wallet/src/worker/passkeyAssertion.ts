import { ed25519 } from '@noble/curves/ed25519.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { equalBytes, toBase64url, utf8 } from './bytes.ts'
import type { Bytes, PasskeyAssertion, PasskeyPublicKey } from './contract.ts'

type ExpectedAssertion = {
  challenge: Bytes
  /** Full host name and origin of this wallet. */
  rpId: string
  origin: string
  /** Origin of the top window around the secure frame. */
  topOrigin: string
}

const [userPresent, userVerified] = [0x01, 0x04]
const flagsAt = 32
/** The hash of the relying party, the flags and the counter. */
const leastAuthenticatorData = 37

/**
 * Verifies that the passkey with this public key has confirmed the challenge, with user verification (WebAuthn 7.2).
 */
export const isPasskeyAssertion = async (
  { clientDataJSON, authenticatorData, signature }: PasskeyAssertion,
  key: PasskeyPublicKey,
  expected: ExpectedAssertion,
): Promise<boolean> => {
  if (!isExpectedClientData(clientDataJSON, expected)) return false
  if (authenticatorData.length < leastAuthenticatorData) return false
  if (!equalBytes(authenticatorData.subarray(0, flagsAt), await sha256(utf8(expected.rpId)))) return false
  const flags = authenticatorData[flagsAt] ?? 0
  if ((flags & userPresent) === 0 || (flags & userVerified) === 0) return false
  const signed = new Uint8Array(concatBytes(authenticatorData, await sha256(clientDataJSON)))
  const verify = Object.hasOwn(verifiers, key.algorithm) ? verifiers[key.algorithm] : undefined
  try {
    return (await verify?.(key.spki, signature, signed)) ?? false
  } catch {
    return false
  }
}

const isExpectedClientData = (json: Bytes, { challenge, origin, topOrigin }: ExpectedAssertion): boolean => {
  try {
    const found = JSON.parse(new TextDecoder().decode(json))
    // Some browsers omit `topOrigin` in a frame.
    const isAtTop = found.topOrigin === undefined || found.topOrigin === topOrigin
    return (
      found.type === 'webauthn.get' && found.challenge === toBase64url(challenge) && found.origin === origin && isAtTop
    )
  } catch {
    return false
  }
}

type Verify = (spki: Bytes, signature: Bytes, signed: Bytes) => Promise<boolean>

/** By COSE algorithm: ES256, EdDSA and RS256. */
const verifiers: { [Algorithm in number]?: Verify } = {
  [-7]: async (spki, signature, signed) => {
    const name = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('spki', spki, name, false, ['verify'])
    return crypto.subtle.verify(name, key, readEcdsaSignature(signature), signed)
  },
  // WebCrypto has had Ed25519 only since 2023 to 2025, depending on the browser.
  [-8]: async (spki, signature, signed) => {
    const isEd25519 = spki.length === ed25519Prefix.length + 32 && equalBytes(spki.subarray(0, -32), ed25519Prefix)
    return isEd25519 && ed25519.verify(signature, signed, spki.subarray(-32), { zip215: false })
  },
  [-257]: async (spki, signature, signed) => {
    const name = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
    return crypto.subtle.verify(
      name,
      await crypto.subtle.importKey('spki', spki, name, false, ['verify']),
      signature,
      signed,
    )
  },
}

/** The bytes before the key in the SubjectPublicKeyInfo of an Ed25519 key (RFC 8410). */
const ed25519Prefix = Uint8Array.of(0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00)

/** WebAuthn gives an ECDSA signature in DER; WebCrypto takes both numbers in 32 bytes each. */
const readEcdsaSignature = (der: Bytes): Bytes => {
  const [first, second] = readIntegers(der)
  if (!first || !second) throw new TypeError('not an ECDSA signature')
  const raw = new Uint8Array(64)
  raw.set(first, 32 - first.length)
  raw.set(second, 64 - second.length)
  return raw
}

const readIntegers = (der: Bytes): Uint8Array[] => {
  const found: Uint8Array[] = []
  // A sequence shorter than 128 bytes has one byte of length.
  for (let at = 2; at < der.length; ) {
    const length = der[at + 1] ?? 0
    const start = at + 2
    if (der[at] !== 0x02 || length === 0 || length > 33) throw new TypeError('not an integer')
    const bytes = der.subarray(start, start + length)
    found.push(bytes[0] === 0 ? bytes.subarray(1) : bytes)
    at = start + length
  }
  return found
}

const sha256 = async (bytes: Bytes): Promise<Bytes> => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
