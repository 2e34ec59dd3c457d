import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, bech32 } from '@scure/base'
import { type SignatureVerifier, tryDecode } from './verifier.ts'

const signatureSize = 64
/** The recovery ids. The signature contains none, so try all four. */
const recoveryBits = [0, 1, 2, 3]

/** Verifies an ADR-36 signature: secp256k1, in base64, over a document that is no valid transaction. */
export const cosmosVerifier: SignatureVerifier = {
  isAddress: (address, { addressPrefix }) => {
    const prefix = decode(address)?.prefix
    return prefix !== undefined && (addressPrefix === undefined || prefix === addressPrefix)
  },
  verify: ({ message, signature, address }) => {
    const bytes = tryDecode(() => base64.decode(signature))
    const account = decode(address)?.account
    if (!account || bytes?.length !== signatureSize) return false
    const parsed = tryDecode(() => secp256k1.Signature.fromBytes(bytes, 'compact'))
    // Reject high-S signatures, which are malleable copies.
    if (!parsed || parsed.hasHighS()) return false
    const digest = sha256(writeSignDoc(address, message))
    // The signature is valid if one of the recovered keys has this address.
    return recoveryBits.some((bit) => {
      const key = tryDecode(() => parsed.addRecoveryBit(bit).recoverPublicKey(digest).toBytes(true))
      return key !== undefined && areEqual(ripemd160(sha256(key)), account)
    })
  },
}

/**
 * Writes the ADR-36 document as Amino JSON, which sorts keys and escapes `<`, `>` and `&`. The values never contain
 * these characters.
 */
const writeSignDoc = (signer: string, message: string): Uint8Array => {
  const data = base64.encode(new TextEncoder().encode(message))
  const value = {
    account_number: '0',
    chain_id: '',
    fee: { amount: [], gas: '0' },
    memo: '',
    msgs: [{ type: 'sign/MsgSignData', value: { data, signer } }],
    sequence: '0',
  }
  return new TextEncoder().encode(JSON.stringify(value))
}

const decode = (address: string): { prefix: string; account: Uint8Array } | undefined => {
  const parts = tryDecode(() => bech32.decodeToBytes(address))
  if (parts?.bytes.length !== 20 || address !== address.toLowerCase()) return undefined
  return { prefix: parts.prefix, account: parts.bytes }
}

const areEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])
