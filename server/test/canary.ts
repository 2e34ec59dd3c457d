/** How a text may stand somewhere: in clear or in what everybody can read back. */
export const formsOf = (text: string): string[] => {
  const bytes = Buffer.from(text)
  // Within a longer text that was encoded, the beginning may stand at any of three places of a group.
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

/** Which of the secrets stand in the text, in any form. */
export const findCanaries = (haystack: string, secrets: readonly string[]): string[] =>
  secrets.filter((secret) => formsOf(secret).some((form) => form.length > 5 && haystack.includes(form)))
