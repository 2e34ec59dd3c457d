/**
 * Characters that change how the text around them reads without being seen: controls, bidi marks, zero-width and other
 * ignorable ones. The emoji selector stays.
 */
const unseen = /(?![\t-\r]|\ufe0f)[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

/** Text from outside as it may be shown: composed, without unseen characters, one line, at most `limit` characters. */
export const cleanText = (text: string, limit = 256): string => {
  // Cut before the work too, so that a megabyte costs no more than its head.
  const composed = text
    .slice(0, limit * 4)
    .normalize('NFC')
    .replace(unseen, '')
    .replace(/\s+/gu, ' ')
    .trim()
  const characters = [...composed]
  return characters.length > limit ? `${characters.slice(0, limit - 1).join('')}…` : composed
}
