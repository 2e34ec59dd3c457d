type ImageFormat = 'png' | 'jpeg' | 'gif' | 'webp' | 'svg'

/** The largest SVG. A logo needs far less, and an SVG of this size still renders quickly. */
const svgLimit = 512 * 1024
const svgHeadLimit = 4_096
const filterLimit = 16

/** Detects an image's format by its first bytes. Undefined for a format that the server doesn't decode. */
export const detectImageFormat = (bytes: Uint8Array): ImageFormat | undefined => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, svgHeadLimit))
  const latin = head.toString('latin1')
  if (latin.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (latin.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (/^GIF8[79]a/.test(latin)) return 'gif'
  if (/^RIFF.{4}WEBP/s.test(latin)) return 'webp'
  return isSvg(bytes, head.toString()) ? 'svg' : undefined
}

/**
 * Rejects an SVG with entities, which could expand without end, or with many filters, which could render for a minute.
 */
const isSvg = (bytes: Uint8Array, head: string): boolean => {
  if (bytes.byteLength > svgLimit || !/^\uFEFF?\s*<(?:svg|\?xml|!--|!DOCTYPE svg)/i.test(head)) return false
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
  const filters = text.match(/<(?:[\w-]+:)?fe[A-Z]/g)?.length ?? 0
  return /<(?:[\w-]+:)?svg[\s>]/i.test(head) && !/<!ENTITY/i.test(text) && filters <= filterLimit
}
