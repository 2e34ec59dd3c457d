import { arabicMailTexts } from './languages/ar.ts'
import { germanMailTexts } from './languages/de.ts'
import { englishMailTexts } from './languages/en.ts'
import { selectMailTexts } from './mailLanguage.ts'

/** The texts of the main server's mails in the visitor's language. */
export const mailTexts = selectMailTexts(englishMailTexts, { de: germanMailTexts, ar: arabicMailTexts })
