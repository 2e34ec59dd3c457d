import type { LanguageCode } from '@appkit-frame/loader/protocol/messages/languages.ts'
import type { LanguageTexts } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { atom } from 'jotai/vanilla'
import { localeAtom } from '../../core/state/options.ts'
import type { toastMessages } from '../../shell/toastMessages.ts'
import type { accountMessages } from '../account/messages.ts'
import type { allWalletsMessages } from '../allWallets/messages.ts'
import type { consentMessages } from '../connect/consentMessages.ts'
import type { emailMessages } from '../connect/emailMessages.ts'
import type { connectingExternalMessages } from '../connect/externalMessages.ts'
import type { connectMessages } from '../connect/messages.ts'
import type { multiChainMessages } from '../connect/multiChainMessages.ts'
import type { walletNoticeMessages } from '../connect/walletNoticeMessages.ts'
import type { firstTitleMessages } from '../firstRows.ts'
import type { getWalletMessages } from '../getWallet/messages.ts'
import type { helpMessages } from '../help/messages.ts'
import { setLanguageAtom } from '../language.ts'
import type { generalMessages } from '../messages.ts'
import type { networksMessages } from '../networks/messages.ts'
import type { profileWalletsMessages } from '../profileWallets/messages.ts'
import type { signInMessages } from '../signIn/messages.ts'
import type { titleMessages } from '../views.ts'
import type { walletConnectMessages } from '../walletConnect/messages.ts'
import type { ErrorTexts } from './translateErrors.ts'

/**
 * A language of the frame, with a translation of every set of messages. English error texts are in the error tables.
 */
export type FrameLanguage = LanguageTexts<
  | typeof accountMessages
  | typeof allWalletsMessages
  | typeof connectMessages
  | typeof walletNoticeMessages
  | typeof consentMessages
  | typeof connectingExternalMessages
  | typeof emailMessages
  | typeof firstTitleMessages
  | typeof generalMessages
  | typeof getWalletMessages
  | typeof helpMessages
  | typeof multiChainMessages
  | typeof networksMessages
  | typeof profileWalletsMessages
  | typeof signInMessages
  | typeof titleMessages
  | typeof toastMessages
  | typeof walletConnectMessages
> & { readonly errors: ErrorTexts }

/** A row for each language except English, whose texts are in the tables of messages. */
const languages = {
  ar: async () => (await import('./ar.ts')).ar,
  de: async () => (await import('./de.ts')).de,
} as const satisfies Record<Exclude<LanguageCode, 'en'>, () => Promise<FrameLanguage>>

const load = async (name: keyof typeof languages) => {
  const [texts, { translateErrors }] = await Promise.all([languages[name](), import('./translateErrors.ts')])
  return { locale: name, texts, errorText: translateErrors(name, texts.errors) }
}

/**
 * Loads the language of the current locale. The old texts stay until the new ones have loaded. After a failed load the
 * texts are English.
 */
export const loadLanguageAtom = atom(null, async (get, set) => {
  const locale = get(localeAtom)
  const name = locale.split('-')[0]?.toLowerCase() ?? 'en'
  if (!Object.hasOwn(languages, name)) return set(setLanguageAtom, null)
  const language = await load(name as keyof typeof languages).catch(() => null)
  // If the page has set another locale meanwhile, this result is dropped, because that locale loads its own language.
  if (get(localeAtom) === locale) set(setLanguageAtom, language)
})
