/** The forms of a text: in clear, or in a reversible encoding. */
export const formsOf = (text: string): string[] => {
  const bytes = Buffer.from(text)
  // Base64 encodes groups of three bytes, so inside a longer text the secret has three possible encodings.
  const inside = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift, 'x'), bytes])
      .toString('base64')
      .slice(shift + 2, -4),
  )
  return [
    text,
    text.toLowerCase(),
    text.toUpperCase(),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...inside,
    ...inside.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
    encodeURIComponent(text),
    [...text].reverse().join(''),
    Buffer.from(text, 'utf16le').toString('latin1'),
    JSON.stringify(text).slice(1, -1),
  ]
}

const startSize = 6
/** Skips most offsets without a map lookup. */
const sieveSize = 2 ** 22
const hashAt = (text: string, at: number): number =>
  (text.charCodeAt(at) ^
    (text.charCodeAt(at + 1) << 6) ^
    (text.charCodeAt(at + 2) << 12) ^
    (text.charCodeAt(at + 3) << 17)) &
  (sieveSize - 1)

/** Finds all secrets in a text in one pass, in every form. */
export const findForms = <Secret>(
  haystack: string,
  secrets: readonly Secret[],
  forms: (secret: Secret) => readonly string[],
): Secret[] => {
  const sieve = new Uint8Array(sieveSize)
  const byStart = new Map<string, { form: string; secret: Secret }[]>()
  for (const secret of secrets)
    for (const form of new Set(forms(secret))) {
      // A form this short would match by chance.
      if (form.length < startSize) continue
      const start = form.slice(0, startSize)
      sieve[hashAt(start, 0)] = 1
      const others = byStart.get(start)
      if (others) others.push({ form, secret })
      else byStart.set(start, [{ form, secret }])
    }
  const found = new Set<Secret>()
  for (let at = 0; at <= haystack.length - startSize; at++) {
    if (sieve[hashAt(haystack, at)] === 0) continue
    for (const { form, secret } of byStart.get(haystack.slice(at, at + startSize)) ?? [])
      if (haystack.startsWith(form, at)) found.add(secret)
  }
  return secrets.filter((secret) => found.has(secret))
}

/** The secrets that the text holds, in any form. */
export const findCanaries = (haystack: string, secrets: readonly string[]): string[] =>
  findForms(haystack, secrets, formsOf)
