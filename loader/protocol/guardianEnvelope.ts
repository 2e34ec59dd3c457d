import type { GuardianEnvelope, GuardianRequest, Sealed } from './api/walletApi.ts'

/**
 * What passes the main server on its way between the secure frame and the guardian, readable by those two alone.
 * A request: ECDH of a key made for it with the guardian's own. Its answer: that secret, and another of a key made for
 * the answer with the request's, so that the guardian's key alone opens no recorded answer. HKDF-SHA256 over both public keys,
 * AES-256-GCM. The time within lets the guardian refuse an envelope that it has seen before.
 */
export type TimedRequest = { sentAt: number; request: GuardianRequest }
/** `publicKey` is raw, as the guardian prints it, in base64url. */
export type GuardianKeys = { privateKey: CryptoKey; publicKey: string }

type Bytes = Uint8Array<ArrayBuffer>
type Purpose = 'request' | 'answer'

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const
const ivSize = 12

/** Rejects where `guardianKey` is no key; `open` where the answer isn't the guardian's to this very request. */
export const sealForGuardian = async (guardianKey: string, request: GuardianRequest, sentAt: number) => {
  const own = await makeKeys()
  const secret = await agree(own.privateKey, guardianKey)
  const timed: TimedRequest = { sentAt, request }
  const envelope: GuardianEnvelope = {
    ephemeralKey: own.publicKey,
    sealed: await encrypt(await deriveKey([secret], 'request', [own.publicKey, guardianKey]), timed),
  }
  const open = async ({ ephemeralKey, sealed }: GuardianEnvelope): Promise<unknown> => {
    const secrets = [secret, await agree(own.privateKey, ephemeralKey)]
    return decrypt(await deriveKey(secrets, 'answer', [own.publicKey, guardianKey, ephemeralKey]), sealed)
  }
  return { envelope, open }
}

/** The guardian's side. What was sealed is still to be parsed: anyone who knows the public key can write it. */
export const openAtGuardian = async ({ privateKey, publicKey }: GuardianKeys, envelope: GuardianEnvelope) => {
  const secret = await agree(privateKey, envelope.ephemeralKey)
  const timed = await decrypt(await deriveKey([secret], 'request', [envelope.ephemeralKey, publicKey]), envelope.sealed)
  const sealAnswer = async (answer: unknown): Promise<GuardianEnvelope> => {
    const own = await makeKeys()
    const secrets = [secret, await agree(own.privateKey, envelope.ephemeralKey)]
    const key = await deriveKey(secrets, 'answer', [envelope.ephemeralKey, publicKey, own.publicKey])
    return { ephemeralKey: own.publicKey, sealed: await encrypt(key, answer) }
  }
  return { timed, sealAnswer }
}

const makeKeys = async (): Promise<GuardianKeys> => {
  const pair = await crypto.subtle.generateKey(curve, false, ['deriveBits'])
  return { privateKey: pair.privateKey, publicKey: toBase64url(await crypto.subtle.exportKey('raw', pair.publicKey)) }
}

/** WebCrypto refuses a point that is not on the curve. */
const agree = async (privateKey: CryptoKey, publicKey: string): Promise<Bytes> => {
  const theirs = await crypto.subtle.importKey('raw', fromBase64url(publicKey), curve, false, [])
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, privateKey, 256))
}

const deriveKey = async (secrets: Bytes[], purpose: Purpose, publicKeys: string[]): Promise<CryptoKey> => {
  const source = await crypto.subtle.importKey('raw', join(secrets), 'HKDF', false, ['deriveKey'])
  const salt = join(publicKeys.map(fromBase64url))
  const info = new TextEncoder().encode(`appkit guardian/1 ${purpose}`)
  const use = ['encrypt', 'decrypt'] as const
  return crypto.subtle.deriveKey({ name: 'HKDF', hash: 'SHA-256', salt, info }, source, aes, false, use)
}

const aes = { name: 'AES-GCM', length: 256 } as const

const encrypt = async (key: CryptoKey, value: unknown): Promise<Sealed> => {
  const iv = crypto.getRandomValues(new Uint8Array(ivSize))
  const plain = new TextEncoder().encode(JSON.stringify(value))
  return { iv: toBase64url(iv), data: toBase64url(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain)) }
}

const decrypt = async (key: CryptoKey, { iv, data }: Sealed): Promise<unknown> => {
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: fromBase64url(iv) }, key, fromBase64url(data))
  return JSON.parse(new TextDecoder().decode(plain))
}

const join = (parts: Bytes[]): Bytes => {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

const toBase64url = (bytes: ArrayBuffer | Bytes): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const fromBase64url = (text: string): Bytes =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
