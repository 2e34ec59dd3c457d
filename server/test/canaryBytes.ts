import { findForms } from './canary.ts'

/** The forms of bytes: raw, or in a reversible encoding. */
export const formsOfBytes = (bytes: Uint8Array): string[] => {
  const own = Buffer.from(bytes)
  const hex = own.toString('hex')
  // Base64 encodes groups of three bytes, so inside longer data the bytes have three possible encodings.
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
    ...inside.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
    [...bytes].join(','),
    Buffer.from(bytes).reverse().toString('hex'),
    JSON.stringify(own.toString('latin1')).slice(1, -1),
  ]
}

/** The bytes, in hex, that the text holds in any form. */
export const findBytes = (haystack: string, secrets: readonly Uint8Array[]): string[] =>
  findForms(haystack, secrets, formsOfBytes).map((secret) => Buffer.from(secret).toString('hex'))
