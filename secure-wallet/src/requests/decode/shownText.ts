import { cleanText } from '@appkit-frame/loader/protocol/messages/cleanText.ts'

/** Foreign text, in the form that an approval card may show. `confusable`: the text may imitate another text. */
export type ShownText = { text: string; confusable: boolean }

export const shownText = (raw: string): ShownText => {
  const text = cleanText(raw)
  return { text, confusable: findLookAlikes(text).length > 0 }
}

/**
 * The words of a text that may imitate other words. In a text of a foreign script, short words of letters that look
 * Latin are natural, so there they count only as parts of a web or mail address.
 */
export const findLookAlikes = (text: string): string[] => {
  const tokens = text.match(/[\p{L}\p{M}\p{N}]+(?:[.@][\p{L}\p{M}\p{N}]+)*/gu) ?? []
  const isForeign = tokens.some((token) => token.split(/[.@]/).some((word) => !isMixed(word) && isClearlyForeign(word)))
  return tokens.flatMap((token) => {
    const words = token.split(/[.@]/)
    return words.filter((word) => isMixed(word) || (looksLatin(word) && (!isForeign || words.length > 1)))
  })
}

const lettersOf = (word: string): string => word.replace(/\P{L}/gu, '')

/** Letters of Greek and Cyrillic that look like Latin letters. */
const latinLookAlikes =
  /[\u0391\u0392\u0395-\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bd\u03bf\u03c1\u03c5\u0405\u0406\u0408\u0410\u0412\u0415\u041a\u041c-\u041e\u0420-\u0422\u0425\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u04ae\u04bb\u0501\u051b\u051d]/gu
const otherScripts = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Lisu}]/u

/** True for a word that mixes two scripts, and for mathematical letters. */
const isMixed = (word: string): boolean => {
  const letters = lettersOf(word)
  const isMathematical = /[\uff21-\uff5a\u{1d400}-\u{1d7ff}\u2100-\u214f]/u.test(letters)
  return isMathematical || (/\p{Script=Latin}/u.test(letters) && otherScripts.test(letters))
}

const looksLatin = (word: string): boolean => {
  const letters = lettersOf(word)
  return letters !== '' && letters.replace(latinLookAlikes, '') === ''
}

const isClearlyForeign = (word: string): boolean => otherScripts.test(lettersOf(word).replace(latinLookAlikes, ''))
