/** Returns a text in clear and in every reversible encoding that a log or database may use. */
export const secretTextEncodings = (text: string): string[] => {
  const bytes = Buffer.from(text)
  // Base64 encodes groups of three bytes, so the encoding depends on the offset of the secret in a longer text.
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
    ...inside.map((base64) => base64.replaceAll('+', '-').replaceAll('/', '_')),
    encodeURIComponent(text),
    [...text].reverse().join(''),
    Buffer.from(text, 'utf16le').toString('latin1'),
    JSON.stringify(text).slice(1, -1),
  ]
}

const startSize = 6
/** The size of a hash table, which rules out most offsets of the text without a map lookup. */
const sieveSize = 2 ** 22
const hashAt = (units: Uint16Array, at: number): number =>
  ((units[at] ?? 0) ^ ((units[at + 1] ?? 0) << 6) ^ ((units[at + 2] ?? 0) << 12) ^ ((units[at + 3] ?? 0) << 17)) &
  (sieveSize - 1)
/** Returns the UTF-16 code units of a text. Reading an array is much faster than reading a long text. */
const unitsOf = (text: string): Uint16Array => {
  const bytes = Buffer.from(text, 'utf16le')
  return new Uint16Array(bytes.buffer, bytes.byteOffset, text.length)
}

/** Finds the secrets that `haystack` contains in any of the given encodings, in one pass over the text. */
export const findEncodedSecrets = <Secret>(
  haystack: string,
  secrets: readonly Secret[],
  encodings: (secret: Secret) => readonly string[],
): Secret[] => {
  const sieve = new Uint8Array(sieveSize)
  const byStart = new Map<string, { encoded: string; secret: Secret }[]>()
  for (const secret of secrets)
    for (const encoded of new Set(encodings(secret))) {
      // Skip an encoding of fewer than six characters, because it would match by chance.
      if (encoded.length < startSize) continue
      const start = encoded.slice(0, startSize)
      sieve[hashAt(unitsOf(start), 0)] = 1
      const others = byStart.get(start)
      if (others) others.push({ encoded, secret })
      else byStart.set(start, [{ encoded, secret }])
    }
  const found = new Set<Secret>()
  const units = unitsOf(haystack)
  for (let at = 0; at <= haystack.length - startSize; at++) {
    if (sieve[hashAt(units, at)] === 0) continue
    for (const { encoded, secret } of byStart.get(haystack.slice(at, at + startSize)) ?? [])
      if (haystack.startsWith(encoded, at)) found.add(secret)
  }
  return secrets.filter((secret) => found.has(secret))
}

/** Finds the secret texts that `haystack` contains in any encoding. */
export const findSecretTexts = (haystack: string, secrets: readonly string[]): string[] =>
  findEncodedSecrets(haystack, secrets, secretTextEncodings)
