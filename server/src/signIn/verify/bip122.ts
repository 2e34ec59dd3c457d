import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base64 } from '@scure/base'
import { Address, NETWORK, p2pkh, p2sh, p2tr, p2wpkh, TEST_NETWORK } from '@scure/btc-signer'
import { sha256x2 } from '@scure/btc-signer/utils.js'
import { verifyBip322 } from './bip322.ts'
import { type SignatureVerifier, tryDecode } from './verifier.ts'

type Prefixes = typeof NETWORK
const mainnet = '000000000019d6689c085ae165831e93'
const ecdsaSize = 65
const magic = new TextEncoder().encode('\x18Bitcoin Signed Message:\n')

/** Verifies legacy signed messages (BIP-137) and simple BIP-322 signatures, both in base64. */
export const bip122Verifier: SignatureVerifier = {
  isAddress: (address, network) => {
    const { encode, decode } = Address(prefixesOf(network))
    return tryDecode(() => encode(decode(address))) === address
  },
  verify: ({ message, signature, address, network }) => {
    const bytes = tryDecode(() => base64.decode(signature))
    if (!bytes) return false
    // A witness stack never has 65 bytes, so this is a BIP-137 signature.
    if (bytes.length === ecdsaSize) return verifyEcdsa(message, bytes, address, prefixesOf(network))
    return verifyBip322(
      message,
      bytes,
      tryDecode(() => Address(prefixesOf(network)).decode(address)),
    )
  },
}

const prefixesOf = ({ id }: Network): Prefixes => (id === mainnet ? NETWORK : TEST_NETWORK)

/**
 * Verifies a BIP-137 signature. Its header byte names the address type, but the header of compressed P2PKH may stand
 * for any type.
 */
const verifyEcdsa = (message: string, bytes: Uint8Array, address: string, prefixes: Prefixes): boolean => {
  const header = (bytes[0] ?? 0) - 27
  if (header < 0 || header > 15) return false
  const parsed = tryDecode(() => secp256k1.Signature.fromBytes(bytes.subarray(1), 'compact'))
  // Reject high-S signatures, which are malleable copies.
  if (!parsed || parsed.hasHighS()) return false
  const point = tryDecode(() => parsed.addRecoveryBit(header & 3).recoverPublicKey(hashMessage(message)))
  if (!point) return false
  const key = point.toBytes(true)
  const kinds = [
    () => [p2pkh(point.toBytes(false), prefixes).address],
    // Many wallets write the header byte of compressed P2PKH for every address type.
    () =>
      [
        p2pkh(key, prefixes),
        nested(key, prefixes),
        p2wpkh(key, prefixes),
        p2tr(key.subarray(1), undefined, prefixes),
      ].map((payment) => payment.address),
    () => [nested(key, prefixes).address],
    () => [p2wpkh(key, prefixes).address],
  ]
  return kinds[header >> 2]?.().includes(address) ?? false
}

const nested = (key: Uint8Array, prefixes: Prefixes) => p2sh(p2wpkh(key, prefixes), prefixes)

const hashMessage = (message: string): Uint8Array => {
  const text = new TextEncoder().encode(message)
  return sha256x2(magic, compactSize(text.length), text)
}

/**
 * Encodes Bitcoin's variable-length integer, without its longer forms: a sign-in message has only a few thousand bytes.
 */
const compactSize = (size: number): Uint8Array =>
  size < 0xfd ? Uint8Array.of(size) : Uint8Array.of(0xfd, size & 0xff, size >> 8)
