import type { LanguageTexts as LanguageOf } from '@appkit-frame/loader/protocol/messages/messages.ts'
import type { englishMessages as approval } from '../approval/messages.ts'
import type { englishMessages as sent } from '../approval/sentMessages.ts'
import type { englishMessages as solana } from '../approval/solanaMessages.ts'
import type { englishMessages as transactions } from '../approval/transactionMessages.ts'
import type { englishMessages as login } from '../login/messages.ts'
import type { englishMessages as passkeys } from '../login/passkeyMessages.ts'
import type { englishMessages as returning } from '../login/returnMessages.ts'
import type { englishMessages as typedData } from '../requests/describe/typedData/messages.ts'
import type { englishMessages as limits } from '../settings/limits/messages.ts'
import type { englishMessages as settings } from '../settings/messages.ts'
import type { englishMessages as newKey } from '../settings/newKeyMessages.ts'
import type { englishMessages as thisBrowser } from '../settings/thisBrowserMessages.ts'
import type { englishMessages as unlockMethods } from '../settings/unlockMethodMessages.ts'
import type { englishMessages as join } from '../unlock/recovery/joinMessages.ts'
import type { englishMessages as window } from '../unlock/recovery/messages.ts'
import type { englishMessages as enrol } from '../windows/enrolMessages.ts'
import type { englishMessages as pages } from '../windows/messages.ts'
import type { englishMessages as errors } from './errorText.ts'

/** The texts of the cards for typed data, which load with the first such request. */
export type TypedDataTexts = LanguageOf<typeof typedData>
/** The texts of the cards for EVM transactions alone, which load with the first of them. */
export type TransactionTexts = LanguageOf<typeof transactions>
/** The texts of the cards for Solana's transactions, which load with the first of them. */
export type SolanaTexts = LanguageOf<typeof solana>
/** The texts of the page "Sites and limits", which load with that page. */
export type LimitTexts = LanguageOf<typeof limits>

/** The texts of the return to a disconnected site, which load with its panels. */
export type ReturnTexts = LanguageOf<typeof returning>

/** The texts of the offer of a passkey and of the login with one, which load with their panels. */
export type PasskeyTexts = LanguageOf<typeof passkeys>

/** The texts of the renewal of the vault key, which load with it. */
export type NewKeyTexts = LanguageOf<typeof newKey>

/** The texts of the removal of the wallet from this browser, which load with it. */
export type ThisBrowserTexts = LanguageOf<typeof thisBrowser>

/** The texts with which one browser asks another one for the wallet, which load with the panels of both. */
export type JoinTexts = LanguageOf<typeof join>

/** The texts of the panel after a transaction was sent, which load with it. */
export type SentTexts = LanguageOf<typeof sent>

/** The texts of the wallet windows, which the secure frame never shows. */
export type WindowTexts = LanguageOf<typeof enrol | typeof pages>

/** Every other text of the secure frame and its windows. The error codes in it are those that a visitor can meet. */
export type LanguageTexts = LanguageOf<
  typeof approval | typeof login | typeof settings | typeof unlockMethods | typeof window | typeof errors
>
