import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base64, hex } from '@scure/base'

/**
 * Functions that turn a signature into another valid signature of the same message. Anyone can do this without the key.
 */

const order = secp256k1.Point.Fn.ORDER
/** Negates the value s of an ECDSA signature: (r, n − s) verifies like (r, s). */
export const mirrorEcdsaS = (s: Uint8Array) =>
  hex.decode((order - BigInt(`0x${hex.encode(s)}`)).toString(16).padStart(64, '0'))

export const signatureBytes = (signature: string) => hex.decode(signature.slice(2))
export const mirrorEvmSignature = (signature: string) => {
  const bytes = signatureBytes(signature)
  return `0x${hex.encode(bytes.slice(0, 32))}${hex.encode(mirrorEcdsaS(bytes.slice(32, 64)))}${bytes[64] === 27 ? '1c' : '1b'}`
}

export const mirrorCompactSignature = (bytes: Uint8Array) =>
  new Uint8Array([...bytes.slice(0, 32), ...mirrorEcdsaS(bytes.slice(32))])

/** Negates s in a BIP-137 signature. This needs the other recovery id, which is the lowest bit of the header byte. */
export const mirrorBip137 = (bytes: Uint8Array) =>
  new Uint8Array([(((bytes[0] ?? 0) - 27) ^ 1) + 27, ...mirrorCompactSignature(bytes.slice(1))])

/** Negates s in the witness of a P2WPKH address: a DER signature with a type byte, then the key. */
export const mirrorP2wpkhWitness = (bytes: Uint8Array) => {
  const size = bytes[1] ?? 0
  const [der, kind, key] = [bytes.slice(2, 1 + size), bytes.slice(1 + size, 2 + size), bytes.slice(2 + size)]
  const { r, s } = secp256k1.Signature.fromBytes(der, 'der')
  const mirrored = new secp256k1.Signature(r, order - s).toBytes('der')
  return new Uint8Array([2, mirrored.length + 1, ...mirrored, ...kind, ...key])
}

/** Adds the group order to the value s of an Ed25519 signature, because a lax verifier accepts both values. */
export const addEd25519Order = (bytes: Uint8Array) => {
  const ed25519Order = 2n ** 252n + 27742317777372353535851937790883648493n
  const s = BigInt(`0x${hex.encode(bytes.slice(32).reverse())}`) + ed25519Order
  return new Uint8Array([...bytes.slice(0, 32), ...hex.decode(s.toString(16).padStart(64, '0')).reverse()])
}

export const changeBase64Signature = (change: (bytes: Uint8Array) => Uint8Array) => (signature: string) =>
  base64.encode(change(base64.decode(signature)))
