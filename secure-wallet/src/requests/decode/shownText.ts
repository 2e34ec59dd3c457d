import { cleanText } from '@appkit-frame/loader/protocol/messages/cleanText.ts'

/** Foreign text, in the form that an approval card may show. `confusable`: the text may imitate another text. */
export type ShownText = { text: string; confusable: boolean }

export const shownText = (raw: string): ShownText => {
  const text = cleanText(raw)
  return { text, confusable: findLookAlikes(text).length > 0 }
}

/** The words of a text that may imitate other words. */
export const findLookAlikes = (text: string): string[] => text.split(/[^\p{L}\p{M}\p{N}]+/u).filter(isConfusable)

/** Matches a word of Greek or Cyrillic letters that all look like Latin letters. */
const latinLookAlikes =
  /^[\u0391\u0392\u0395-\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bd\u03bf\u03c1\u03c5\u0405\u0406\u0408\u0410\u0412\u0415\u041a\u041c-\u041e\u0420-\u0422\u0425\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u04ae\u04bb\u0501\u051b\u051d]+$/u

/**
 * True for a word that mixes two scripts, for a foreign word that looks like a Latin word, and for mathematical
 * letters.
 */
const isConfusable = (word: string): boolean => {
  const letters = word.replace(/\P{L}/gu, '')
  if (letters === '') return false
  const hasLatin = /\p{Script=Latin}/u.test(letters)
  const hasOther = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Lisu}]/u.test(
    letters,
  )
  const isMathematical = /[\uff21-\uff5a\u{1d400}-\u{1d7ff}\u2100-\u214f]/u.test(letters)
  return isMathematical || (hasLatin && hasOther) || latinLookAlikes.test(letters)
}
