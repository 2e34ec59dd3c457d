type PictureKind = 'png' | 'jpeg' | 'gif' | 'webp' | 'svg'

/** More than any drawn logo, and little enough to be drawn at once. */
const svgLimit = 512 * 1024
const svgHeadLimit = 4_096
const filterLimit = 16

/** What a picture is by its own first bytes, whatever its sender calls it; undefined for what we don't open. */
export const pictureKind = (bytes: Uint8Array): PictureKind | undefined => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, svgHeadLimit))
  const latin = head.toString('latin1')
  if (latin.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (latin.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (/^GIF8[79]a/.test(latin)) return 'gif'
  if (/^RIFF.{4}WEBP/s.test(latin)) return 'webp'
  return isSvg(bytes, head.toString()) ? 'svg' : undefined
}

/** One without entities, which could unfold without an end, and without chains of filters, which draw for a minute. */
const isSvg = (bytes: Uint8Array, head: string): boolean => {
  if (bytes.byteLength > svgLimit || !/^\uFEFF?\s*<(?:svg|\?xml|!--|!DOCTYPE svg)/i.test(head)) return false
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
  const filters = text.match(/<(?:[\w-]+:)?fe[A-Z]/g)?.length ?? 0
  return /<(?:[\w-]+:)?svg[\s>]/i.test(head) && !/<!ENTITY/i.test(text) && filters <= filterLimit
}
