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
  secrets
    .filter((secret) => formsOfBytes(secret).some((form) => haystack.includes(form)))
    .map((secret) => Buffer.from(secret).toString('hex'))

/** The same for many bytes: one pass over the text instead of one for each form. */
export const findManyBytes = (haystack: string, secrets: readonly Uint8Array[]): string[] => {
  const size = 8
  const byStart = new Map<string, { form: string; secret: Uint8Array }[]>()
  for (const secret of secrets)
    for (const form of formsOfBytes(secret)) {
      const start = form.slice(0, size)
      byStart.set(start, [...(byStart.get(start) ?? []), { form, secret }])
    }
  const found = new Set<Uint8Array>()
  for (let at = 0; at <= haystack.length - size; at++)
    for (const { form, secret } of byStart.get(haystack.slice(at, at + size)) ?? [])
      if (haystack.startsWith(form, at)) found.add(secret)
  return [...found].map((secret) => Buffer.from(secret).toString('hex'))
}
