import { arabic } from './languages/ar.ts'
import { german } from './languages/de.ts'
import { mailMessages } from './languages/en.ts'
import { translate } from './mailLanguage.ts'

/** The texts of the main server's mails in the visitor's language. */
export const mailTexts = translate(mailMessages, { de: german, ar: arabic })
