import type { LanguageCode } from '@appkit-frame/loader/protocol/messages/languages.ts'
import type { LanguageTexts } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { atom } from 'jotai/vanilla'
import { localeAtom } from '../../core/state/options.ts'
import type { toastMessages } from '../../shell/toastMessages.ts'
import type { accountMessages } from '../account/messages.ts'
import type { allWalletsMessages } from '../allWallets/messages.ts'
import type { collapsedMessages } from '../connect/collapsedMessages.ts'
import type { consentMessages } from '../connect/consentMessages.ts'
import type { emailMessages } from '../connect/emailMessages.ts'
import type { connectingExternalMessages } from '../connect/externalMessages.ts'
import type { connectMessages } from '../connect/messages.ts'
import type { multiChainMessages } from '../connect/multiChainMessages.ts'
import type { walletNoticeMessages } from '../connect/walletNoticeMessages.ts'
import type { firstTitleMessages } from '../firstRows.ts'
import type { getWalletMessages } from '../getWallet/messages.ts'
import type { helpMessages } from '../help/messages.ts'
import { english, type LoadedLanguage, languageAtom, setLanguageAtom } from '../language.ts'
import type { generalMessages } from '../messages.ts'
import type { networksMessages } from '../networks/messages.ts'
import type { networkMessages } from '../networks/networkMessages.ts'
import type { profileWalletsMessages } from '../profileWallets/messages.ts'
import type { signInMessages } from '../signIn/messages.ts'
import type { titleMessages } from '../views.ts'
import type { walletConnectMessages } from '../walletConnect/messages.ts'

/** The texts of the first view, which every visitor needs before all others. */
export type FirstTexts = LanguageTexts<
  | typeof collapsedMessages
  | typeof connectMessages
  | typeof consentMessages
  | typeof emailMessages
  | typeof firstTitleMessages
  | typeof generalMessages
>

/** The texts of all other views. English error texts are in the error tables. */
export type LaterTexts = Pick<LoadedLanguage, 'errorText'> & {
  readonly texts: LanguageTexts<
    | typeof accountMessages
    | typeof allWalletsMessages
    | typeof walletNoticeMessages
    | typeof connectingExternalMessages
    | typeof getWalletMessages
    | typeof helpMessages
    | typeof multiChainMessages
    | typeof networkMessages
    | typeof networksMessages
    | typeof profileWalletsMessages
    | typeof signInMessages
    | typeof titleMessages
    | typeof toastMessages
    | typeof walletConnectMessages
  >
}

type Language = { first: () => Promise<FirstTexts>; later: () => Promise<LaterTexts> }

/** A row for each language except English, whose texts are in the tables of messages. */
const languages = {
  ar: {
    first: async () => (await import('./ar.ts')).ar,
    later: async () => (await import('./arLater.ts')).arLater,
  },
  de: {
    first: async () => (await import('./de.ts')).de,
    later: async () => (await import('./deLater.ts')).deLater,
  },
} as const satisfies Record<Exclude<LanguageCode, 'en'>, Language>

const load = async (locale: keyof typeof languages, isWhole: boolean) => {
  const { first, later } = languages[locale]
  const [texts, others] = await Promise.all([first(), isWhole ? later() : undefined])
  return { ...english, ...others, locale, isWhole, texts: { ...texts, ...others?.texts } }
}

/**
 * Loads the language of the current locale: the texts of the first view, or all. The old texts stay until the new ones
 * have loaded. After a failed load the texts are English.
 */
export const loadLanguageAtom = atom(null, async (get, set, isWhole: boolean) => {
  const locale = get(localeAtom)
  const name = locale.split('-')[0]?.toLowerCase() ?? 'en'
  if (!Object.hasOwn(languages, name)) return set(setLanguageAtom, english)
  const isLoaded = () => {
    const loaded = get(languageAtom)
    return loaded.locale === name && (loaded.isWhole || !isWhole)
  }
  if (isLoaded()) return
  const language = await load(name as keyof typeof languages, isWhole).catch(() => english)
  // If the page has set another locale meanwhile, this result is dropped, because that locale loads its own language.
  if (get(localeAtom) === locale && !isLoaded()) set(setLanguageAtom, language)
})
