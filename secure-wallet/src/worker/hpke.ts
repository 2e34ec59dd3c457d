import { expand, extract } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Bytes } from './contract.ts'

/**
 * The part of HPKE (RFC 9180) that this wallet needs: sending in base mode and receiving in PSK mode. The suite is
 * DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM, tested with the vectors of appendix A.3. This is our own code
 * because a library exceeds the size limit of the secure frame, and because WebCrypto provides the curve and the
 * cipher.
 */

export type KeyPair = { privateKey: CryptoKey /** A raw, uncompressed point of 65 bytes. */; publicKey: Bytes }
/** A pre-shared key and its public id. */
type Psk = { key: Bytes; id: Bytes }
type Sender = { /** The encapsulated key: the recipient derives the shared secret from it. */ enc: Bytes } & Pick<
  Context,
  'seal' | 'exportSecret'
>

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const
const sizes = { secret: 32, key: 16, nonce: 12 } as const
const modes = { base: 0, psk: 1 } as const
const version = utf8ToBytes('HPKE-v1')
const noBytes = new Uint8Array(0)

/** Encodes a number in two bytes, big endian. */
const number = (value: number): Uint8Array => Uint8Array.of(value >> 8, value & 0xff)
const kemSuite = concatBytes(utf8ToBytes('KEM'), number(0x0010))
const suite = concatBytes(utf8ToBytes('HPKE'), number(0x0010), number(0x0001), number(0x0001))

const labeledExtract = (suiteId: Uint8Array, salt: Uint8Array, label: string, secret: Uint8Array): Uint8Array =>
  extract(sha256, concatBytes(version, suiteId, utf8ToBytes(label), secret), salt)
const labeledExpand = (suiteId: Uint8Array, secret: Uint8Array, label: string, info: Uint8Array, size: number): Bytes =>
  new Uint8Array(expand(sha256, secret, concatBytes(number(size), version, suiteId, utf8ToBytes(label), info), size))

export const generateKeyPair = async (): Promise<KeyPair> => {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(curve, false, ['deriveBits'])
  return { privateKey, publicKey: new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)) }
}

/** `ephemeral` exists for the test vectors; the product always generates the key pair. */
export const setupBaseSender = async (recipientKey: Bytes, info: Uint8Array, ephemeral?: KeyPair): Promise<Sender> => {
  const { privateKey, publicKey } = ephemeral ?? (await generateKeyPair())
  const secret = await sharedSecret(privateKey, recipientKey, concatBytes(publicKey, recipientKey))
  const { seal, exportSecret } = await createContext(modes.base, secret, info)
  return { enc: publicKey, seal, exportSecret }
}

export const setupPskRecipient = async (
  { privateKey, publicKey }: KeyPair,
  enc: Bytes,
  info: Uint8Array,
  psk: Psk,
): Promise<Pick<Context, 'open'>> => {
  const secret = await sharedSecret(privateKey, enc, concatBytes(enc, publicKey))
  return createContext(modes.psk, secret, info, psk)
}

/** Derives the shared secret of RFC 9180 section 4.1. WebCrypto refuses a public key that is not on the curve. */
const sharedSecret = async (privateKey: CryptoKey, publicKey: Bytes, kemContext: Uint8Array): Promise<Uint8Array> => {
  const theirs = await crypto.subtle.importKey('raw', publicKey, curve, false, [])
  const dh = new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, privateKey, 256))
  const extracted = labeledExtract(kemSuite, noBytes, 'eae_prk', dh)
  return labeledExpand(kemSuite, extracted, 'shared_secret', kemContext, sizes.secret)
}

type Context = Awaited<ReturnType<typeof createContext>>

/**
 * Creates the encryption context of RFC 9180 section 5.1. A context of this module seals or opens one message only, so
 * its sequence number stays 0.
 */
const createContext = async (mode: number, shared: Uint8Array, info: Uint8Array, psk?: Psk) => {
  const pskIdHash = labeledExtract(suite, noBytes, 'psk_id_hash', psk?.id ?? noBytes)
  const infoHash = labeledExtract(suite, noBytes, 'info_hash', info)
  const context = concatBytes(Uint8Array.of(mode), pskIdHash, infoHash)
  const secret = labeledExtract(suite, shared, 'secret', psk?.key ?? noBytes)
  const iv = labeledExpand(suite, secret, 'base_nonce', context, sizes.nonce)
  const exporter = labeledExpand(suite, secret, 'exp', context, sizes.secret)
  const raw = labeledExpand(suite, secret, 'key', context, sizes.key)
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])
  let isUsed = false
  const once = (additionalData: Bytes): AesGcmParams => {
    // AES-GCM must never use one nonce twice under one key.
    if (isUsed) throw new Error('An HPKE context seals or opens one message')
    isUsed = true
    return { name: 'AES-GCM', iv, additionalData }
  }
  return {
    seal: async (plain: Bytes, additional: Bytes = noBytes): Promise<Bytes> =>
      new Uint8Array(await crypto.subtle.encrypt(once(additional), key, plain)),
    open: async (sealed: Bytes, additional: Bytes = noBytes): Promise<Bytes> =>
      new Uint8Array(await crypto.subtle.decrypt(once(additional), key, sealed)),
    exportSecret: (label: Uint8Array, size: number): Bytes => labeledExpand(suite, exporter, 'sec', label, size),
  }
}
