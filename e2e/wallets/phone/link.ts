/** The pairing link in what somebody has pasted: itself, or inside the link that a site opens a wallet with. */
export function readLink(text: string): string | undefined {
  const link = text.trim()
  if (/^wc:[0-9a-f]{64}@2\?/.test(link)) return link
  const inner = URL.parse(link)?.searchParams.get('uri')
  return inner ? readLink(inner) : undefined
}
