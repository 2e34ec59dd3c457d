/** Draws an icon for a missing image: the first letter of a text on a tile whose colour derives from the text. */
export const drawLetterIcon = (text: string): string => {
  const colour = letterIconColours[hash(text) % letterIconColours.length]
  const letter = text.match(/[\p{L}\p{N}]/u)?.[0].toLocaleUpperCase('en') ?? ''
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 128 128">' +
    `<rect width="128" height="128" fill="${colour}"/>` +
    '<text x="64" y="64" dy=".35em" text-anchor="middle" font-family="system-ui, sans-serif" font-size="64" ' +
    `font-weight="600" fill="#fff">${escapeText(letter)}</text></svg>`
  )
}

/**
 * Each colour has a contrast of 4.5:1 to the white letter, and of 3:1 to the modal's background in the light and in the
 * dark theme.
 */
export const letterIconColours = [
  '#5f72a5',
  '#3f7ba0',
  '#378080',
  '#4a8158',
  '#727a3d',
  '#956f39',
  '#aa6453',
  '#a8607c',
  '#8b67a8',
  '#737479',
] as const

/** Hashes a text with FNV-1a, whose result is the same in every JavaScript engine. */
const hash = (text: string): number => {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return value >>> 0
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeText = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
