import type { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { useAtomValue } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { localeAtom } from '../core/state/options.ts'
import type { AccountMessages } from './account/messages.ts'
import type { AllWalletsMessages } from './allWallets/messages.ts'
import type { EmailMessages } from './connect/emailMessages.ts'
import type { ConnectMessages } from './connect/messages.ts'
import type { GetWalletMessages } from './getWallet/messages.ts'
import type { HelpMessages } from './help/messages.ts'
import { languages } from './languages.ts'
import type { GeneralMessages } from './messages.ts'
import type { MultiChainMessages } from './multiChain/messages.ts'
import type { NetworksMessages } from './networks/messages.ts'
import type { ProfileWalletsMessages } from './profileWallets/messages.ts'
import type { SiwxMessages } from './signIn/messages.ts'
import type { ToastMessages } from './toastMessages.ts'
import type { WalletConnectMessages } from './walletConnect/messages.ts'

/** English stands in each feature; a language of this type replaces all of it at once. */
export type Language = {
  general: GeneralMessages
  connect: ConnectMessages
  walletConnect: WalletConnectMessages
  allWallets: AllWalletsMessages
  getWallet: GetWalletMessages
  account: AccountMessages
  networks: NetworksMessages
  email: EmailMessages
  siwx: SiwxMessages
  profileWallets: ProfileWalletsMessages
  multiChain: MultiChainMessages
  help: HelpMessages
  toasts: ToastMessages
  reasons: typeof reasonInEnglish
}

const languageAtom = atom<{ locale: string; language: Language | null }>({ locale: 'en', language: null })

/** What the words are written in, and so which way they run: not what was asked for where nobody translated it. */
export const writtenLocaleAtom = atom((get) => get(languageAtom).locale)

/** The words that are here stay until the others have come; where they can't come, English stays. */
export const loadLanguageAtom = atom(null, async (get, set) => {
  const locale = get(localeAtom)
  const wanted = locale.split('-')[0]?.toLowerCase() ?? 'en'
  if (!Object.hasOwn(languages, wanted)) return set(languageAtom, { locale: 'en', language: null })
  const language = await languages[wanted as keyof typeof languages]().catch(() => null)
  // The visitor may have asked for another one meanwhile, which is here already or comes by itself.
  if (get(localeAtom) === locale) set(languageAtom, { locale: language ? wanted : 'en', language })
})

export const useMessages = <Feature extends keyof Language>(
  feature: Feature,
  english: Language[Feature],
): Language[Feature] => useAtomValue(languageAtom).language?.[feature] ?? english

/** In the catalogue's own language, and what others said is as they said it. */
const reasonInEnglish = ({ message }: AppError): string => message

/** Says why something failed. */
export const useReasons = (): ((error: AppError) => string) => useMessages('reasons', reasonInEnglish)
