/**
 * Characters that a reader does not see, and characters without a meaning that all fonts share. Emoji and several
 * scripts need some of them: a selector, and joiners between their letters.
 */
const hidden =
  /(?!\ufe0f|(?<=\p{Extended_Pictographic}|\ufe0f|\p{Emoji_Modifier})\u200d(?=\p{Extended_Pictographic})|(?<=[\p{sc=Arab}\p{sc=Beng}\p{sc=Deva}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Telu}])[\u200c\u200d](?=[\p{sc=Arab}\p{sc=Beng}\p{sc=Deva}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Telu}]))[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Co}\p{Cn}\ufff9-\ufffb\u2800]/gu
/** Gaps that push text out of sight, and piles of accents that cover the lines around them. */
const gap = /(?:[^\S\n]*\n){6,}|[^\S\n]{24,}/gu
const pile = /(?<=\p{M}{4})\p{M}+/gu

const code = (character: string, count = 1): string => {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return count === 1 ? `⟨U+${hex}⟩` : `⟨${count} × U+${hex}⟩`
}

/** Writes each hidden character of a JSON text as JSON escapes it. The text still parses to the same data. */
export const escapeHidden = (json: string): string =>
  json.replace(hidden, (found) =>
    Array.from({ length: found.length }, (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
      '',
    ),
  )

/** Writes each hidden character of a text as its code. */
export const revealText = (text: string): string =>
  text
    .replace(hidden, (found) => code(found))
    .replace(pile, (found) => code(found, [...found].length))
    .replace(gap, (found) => {
      const lines = found.split('\n').length - 1
      return lines > 0 ? `\n${code('\n', lines)}\n` : ` ${code(found, found.length)} `
    })
