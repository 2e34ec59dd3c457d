import { directionOf } from '@appkit-frame/loader/protocol/messages/direction.ts'
import type { LanguageCode } from '@appkit-frame/loader/protocol/messages/languages.ts'
import type {
  JoinTexts,
  LanguageTexts,
  LimitTexts,
  NewKeyTexts,
  PasskeyTexts,
  ReturnTexts,
  SentTexts,
  SolanaTexts,
  ThisBrowserTexts,
  TransactionTexts,
  TypedDataTexts,
  WindowTexts,
} from './language.ts'
import { addTexts, setLanguage } from './translate.ts'

/** A row for each language besides English. The modal has the same languages. */
const languages = {
  ar: async () => (await import('./ar.ts')).ar,
  de: async () => (await import('./de.ts')).de,
} as const satisfies { readonly [Name in Exclude<LanguageCode, 'en'>]: () => Promise<LanguageTexts> }

type Load<Loaded> = { readonly [Name in keyof typeof languages]: () => Promise<Loaded> }

/** Texts that load with the code that shows them. */
const parts = {
  typedData: {
    ar: async () => ({ typedData: (await import('./arTypedData.ts')).arTypedData }),
    de: async () => ({ typedData: (await import('./deTypedData.ts')).deTypedData }),
  } satisfies Load<TypedDataTexts>,
  transactions: {
    ar: async () => ({ transactions: (await import('./arTransactions.ts')).arTransactions }),
    de: async () => ({ transactions: (await import('./deTransactions.ts')).deTransactions }),
  } satisfies Load<TransactionTexts>,
  solana: {
    ar: async () => ({ solana: (await import('./arSolana.ts')).arSolana }),
    de: async () => ({ solana: (await import('./deSolana.ts')).deSolana }),
  } satisfies Load<SolanaTexts>,
  limits: {
    ar: async () => ({ limits: (await import('./arLimits.ts')).arLimits }),
    de: async () => ({ limits: (await import('./deLimits.ts')).deLimits }),
  } satisfies Load<LimitTexts>,
  newKey: {
    ar: async () => ({ newKey: (await import('./arNewKey.ts')).arNewKey }),
    de: async () => ({ newKey: (await import('./deNewKey.ts')).deNewKey }),
  } satisfies Load<NewKeyTexts>,
  return: {
    ar: async () => ({ return: (await import('./arReturn.ts')).arReturn }),
    de: async () => ({ return: (await import('./deReturn.ts')).deReturn }),
  } satisfies Load<ReturnTexts>,
  passkeys: {
    ar: async () => ({ passkeys: (await import('./arPasskeys.ts')).arPasskeys }),
    de: async () => ({ passkeys: (await import('./dePasskeys.ts')).dePasskeys }),
  } satisfies Load<PasskeyTexts>,
  thisBrowser: {
    ar: async () => ({ thisBrowser: (await import('./arThisBrowser.ts')).arThisBrowser }),
    de: async () => ({ thisBrowser: (await import('./deThisBrowser.ts')).deThisBrowser }),
  } satisfies Load<ThisBrowserTexts>,
  join: {
    ar: async () => ({ join: (await import('./arJoin.ts')).arJoin }),
    de: async () => ({ join: (await import('./deJoin.ts')).deJoin }),
  } satisfies Load<JoinTexts>,
  sent: {
    ar: async () => ({ sent: (await import('./arSent.ts')).arSent }),
    de: async () => ({ sent: (await import('./deSent.ts')).deSent }),
  } satisfies Load<SentTexts>,
  windows: {
    ar: async () => (await import('./arWindows.ts')).arWindows,
    de: async () => (await import('./deWindows.ts')).deWindows,
  } satisfies Load<WindowTexts>,
} as const

type Part = keyof typeof parts

let latestCall = 0
let latestLoad: Promise<unknown> = Promise.resolve()
let currentLocale = 'en'
/** The parts whose code has loaded, and whose texts therefore load with each new language. */
const loadedParts = new Set<Part>()

/**
 * Loads a language and sets `lang` and `dir` of the document, to English if there is no translation. Returns whether
 * the language changed. If another call starts during the load, the earlier call changes nothing.
 */
export const loadLanguage = (root: HTMLElement, locale: string): Promise<boolean> => {
  const loading = setLanguageOf(root, locale)
  latestLoad = loading
  return loading
}

const setLanguageOf = async (root: HTMLElement, locale: string): Promise<boolean> => {
  latestCall += 1
  const call = latestCall
  const wanted = locale.split('-')[0]?.toLowerCase() ?? 'en'
  const load = Object.hasOwn(languages, wanted) ? languages[wanted as keyof typeof languages] : null
  const [language, ...partTexts] = await Promise.all([
    load?.().catch(() => null),
    ...[...loadedParts].map((part) => textsOf(part, wanted)),
  ])
  if (call !== latestCall) return false
  const before = currentLocale
  currentLocale = language ? wanted : 'en'
  setLanguage(language ? Object.assign({}, language, ...partTexts) : null, currentLocale)
  root.lang = currentLocale
  root.dir = directionOf(currentLocale)
  return currentLocale !== before
}

/** Loads the texts of one part in the current language. They stay English if that fails. */
export const loadPartTexts = async (part: Part): Promise<void> => {
  loadedParts.add(part)
  // A language that is loading now does not include this part yet.
  await latestLoad
  const locale = currentLocale
  const texts = await textsOf(part, locale)
  if (texts) addTexts(texts, locale)
}

/** Loads the visitor's language with the texts of the wallet's own windows, for a document that is one of them. */
export const loadWindowLanguage = (): Promise<unknown> =>
  Promise.all([loadPartTexts('windows'), loadLanguage(document.documentElement, navigator.language)])

const textsOf = async (part: Part, locale: string) => {
  const load = Object.hasOwn(parts[part], locale) ? parts[part][locale as keyof typeof languages] : null
  return (await load?.().catch(() => null)) ?? null
}
