import type { LanguageCode } from '../messages/languages.ts'

/** Words that only people who build wallets know, by language. No text for a visitor contains them. */
export const expertWords: { readonly [Code in LanguageCode]: RegExp } = {
  en: /\b(?:custod(?:y|ian|ial)|factors?|(?:recovery )?kits?|vault keys?|guardians?|share sets?|key shares?|device shares?|unlock methods?|MPC|mnemonic|entropy|credentials?|OTP|envelopes?|epoch|enrol(?:ment|led)?)\b/i,
  de: /\b(?:Verwahr\w*|Faktor\w*|\w*-?Kits?|Tresorschlüssel\w*|Guardian\w*|Wächter\w*|Schlüsselanteil\w*|Entsperrmethode\w*|Mnemonik|Entropie|MPC|Epoche)\b/i,
  ar: /عدّة الاستعادة|عدّة استعادة|عدّتك|العدّة|الوصي|الحارس|الحفظ الأمين|مفتاح الخزنة|حصة|MPC/,
}

/** Lists every text in nested messages with its path. */
export const textsIn = (texts: unknown, path = ''): [path: string, text: string][] =>
  typeof texts === 'string'
    ? [[path, texts]]
    : Object.entries(texts as object).flatMap(([name, each]) => textsIn(each, `${path}.${name}`))

/** The texts that contain a word which no visitor knows. */
export const textsWithExpertWords = (language: LanguageCode, texts: unknown): string[] =>
  textsIn(texts).flatMap(([path, text]) => {
    const found = expertWords[language].exec(text.replaceAll('\u00ad', ''))
    return found ? [`${path}: ${found[0]}`] : []
  })
