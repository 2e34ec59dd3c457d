import { findForms } from './canary.ts'

/** How bytes may stand somewhere: as they are, or in what everybody can read back. */
export const formsOfBytes = (bytes: Uint8Array): string[] => {
  const own = Buffer.from(bytes)
  const hex = own.toString('hex')
  // Within longer bytes that were encoded, the beginning may stand at any of three places of a group.
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

/** The bytes, in hex, that stand in the text in any form. */
export const findBytes = (haystack: string, secrets: readonly Uint8Array[]): string[] =>
  findForms(haystack, secrets, formsOfBytes).map((secret) => Buffer.from(secret).toString('hex'))
