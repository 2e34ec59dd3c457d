import { createPublicKey, ECDH, verify } from 'node:crypto'

/** Verifies a 64-byte secp256k1 signature with OpenSSL. */
export function isSignedBy(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const point = ECDH.convertKey(publicKey, 'secp256k1', undefined, undefined, 'uncompressed') as Buffer
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'secp256k1', x: part(1), y: part(33) } })
  return verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, signature)
}

/** The Amino JSON that ADR-36 signs for a text, with sorted keys and without spaces. */
export function encodeAdr36(signer: string, text: string): Uint8Array {
  const data = Buffer.from(text).toString('base64')
  return Buffer.from(
    `{"account_number":"0","chain_id":"","fee":{"amount":[],"gas":"0"},"memo":"","msgs":[{"type":"sign/MsgSignData","value":{"data":"${data}","signer":"${signer}"}}],"sequence":"0"}`,
  )
}
