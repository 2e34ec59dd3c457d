import { findEncodedSecrets } from './canary.ts'

/** Returns bytes as raw text and in every reversible encoding that a log or database may use. */
export const secretByteEncodings = (bytes: Uint8Array): string[] => {
  const own = Buffer.from(bytes)
  const hex = own.toString('hex')
  // Base64 encodes groups of three bytes, so the encoding depends on the offset of the bytes in longer data.
  const inside = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), own])
      .toString('base64')
      .slice(shift === 0 ? 0 : shift + 1, -4),
  )
  return [
    own.toString('latin1'),
    own.toString('utf8'),
    hex,
    hex.toUpperCase(),
    ...inside,
    ...inside.map((base64) => base64.replaceAll('+', '-').replaceAll('/', '_')),
    [...bytes].join(','),
    Buffer.from(bytes).reverse().toString('hex'),
    JSON.stringify(own.toString('latin1')).slice(1, -1),
  ]
}

/** Finds the secret bytes that `haystack` contains in any encoding, and returns them in hex. */
export const findSecretBytes = (haystack: string, secrets: readonly Uint8Array[]): string[] =>
  findEncodedSecrets(haystack, secrets, secretByteEncodings).map((secret) => Buffer.from(secret).toString('hex'))
