/** Finds the pairing link in pasted text: the link itself, or a wallet's deep link around it. */
export function readLink(text: string): string | undefined {
  const link = text.trim()
  if (/^wc:[0-9a-f]{64}@2\?/.test(link)) return link
  const inner = URL.parse(link)?.searchParams.get('uri')
  return inner ? readLink(inner) : undefined
}
