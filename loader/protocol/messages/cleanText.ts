/**
 * Invisible characters that change how the text around them reads: controls, bidi marks, zero-width and other ignorable
 * characters. The emoji selector is allowed.
 */
const unseen = /(?![\t-\r]|\ufe0f)[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

/** Makes foreign text safe to show: composed, without invisible characters, on one line, at most `limit` characters. */
export const cleanText = (text: string, limit = 256): string => {
  // Cut the text here too, so that a text of a megabyte costs no more than a short text.
  const composed = text
    .slice(0, limit * 4)
    .normalize('NFC')
    .replace(unseen, '')
    .replace(/\s+/gu, ' ')
    .trim()
  const characters = [...composed]
  return characters.length > limit ? `${characters.slice(0, limit - 1).join('')}…` : composed
}
