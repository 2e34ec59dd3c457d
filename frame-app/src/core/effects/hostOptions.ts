import type { CustomWallet, HostOptions } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { cleanText } from '@appkit-frame/loader/protocol/messages/cleanText.ts'
import * as v from 'valibot'
import { readAttribute } from '../domain/attribute.ts'
import { isLocale } from '../domain/text.ts'
import type { OptionFields } from './explainOption.ts'

/** Called for each option that this file does not read: it is invalid, unknown or rare. */
export type ReadRest = (fields: OptionFields, name: string, value: unknown) => void
/** Options that the first view does not need. `rareOptions.ts` reads them. */
export type RareOption = 'connectorImages' | 'chainImages' | 'metadata' | 'manualWalletConnect'

const text = (pattern: RegExp) => v.pipe(v.string(), v.regex(pattern))
const atMost = <Item extends v.GenericSchema>(longest: number, item: Item) =>
  v.pipe(
    v.array(item),
    v.check(({ length }) => length <= longest),
  )

const link = text(/^https?:\/\/.{1,2040}$/i)
const image = text(/^(?:https:\/\/|data:image\/).{1,32768}$/i)
/** A link with any app's scheme, but with no scheme that runs code in this frame. */
const appLink = text(/^(?!javascript:|data:|blob:|file:)[a-z][a-z0-9+.-]*:.{1,2040}$/i)
const ids = atMost(200, text(/^.{1,256}$/))

const customWallet = v.object({
  id: text(/^.{1,256}$/),
  name: v.pipe(
    text(/^.{1,64}$/),
    v.transform((name) => cleanText(name, 64)),
    v.check((name) => name !== ''),
  ),
  homepage: v.exactOptional(link),
  imageUrl: v.exactOptional(image),
  mobileLink: v.exactOptional(appLink),
  desktopLink: v.exactOptional(appLink),
  webappLink: v.exactOptional(link),
  appStore: v.exactOptional(link),
  playStore: v.exactOptional(link),
  chromeStore: v.exactOptional(link),
})

/** Colour and font become CSS. Their patterns allow no `url()` and no second declaration. */
const colour = text(
  /^(?:#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]{3,24}|(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\([\d\s.,%/+-]{3,48}(?:deg|turn|rad)?[\d\s.,%/+-]*\))$/i,
)
const fonts = text(/^[\w\s,'"-]{1,200}$/)

const fields = {
  theme: v.picklist(['light', 'dark', 'auto']),
  locale: v.pipe(v.string(), v.check(isLocale)),
  networks: ids,
  accent: colour,
  radius: v.pipe(
    v.number(),
    v.check((pixels) => pixels >= 0 && pixels <= 40),
  ),
  font: fonts,
  connectorTypeOrder: v.array(
    v.picklist(['walletConnect', 'recent', 'injected', 'featured', 'custom', 'recommended', 'external']),
  ),
  connectMethodsOrder: v.array(v.picklist(['email', 'wallet'])),
  collapseWallets: v.boolean(),
  allWallets: v.picklist(['SHOW', 'HIDE', 'ONLY_MOBILE']),
  featuredWalletIds: ids,
  includeWalletIds: ids,
  excludeWalletIds: ids,
  customWallets: atMost(50, customWallet),
  termsUrl: link,
  privacyUrl: link,
  legalCheckbox: v.boolean(),
  unsupportedChain: v.picklist(['view', 'banner', 'allow']),
  enableReconnect: v.boolean(),
  debug: v.boolean(),
  siwx: v.object({}),
  siweConfig: v.object({}),
} satisfies { [Name in Exclude<keyof Required<HostOptions>, RareOption>]: v.GenericSchema<unknown, unknown> }

export const parseHostOptions = (input: unknown, readRest: ReadRest): HostOptions => {
  // The loader alone reads the first three.
  const { projectId, warm, onload, ...given } = Object.fromEntries(Object.entries(Object(input)).map(readAttribute))
  const options = keepValidOptions(fields, given, readRest)
  if (!options.customWallets) return options
  return { ...options, customWallets: options.customWallets.map((wallet) => withAllowedImage(wallet, readRest)) }
}

/**
 * Drops the image of a custom wallet if another site serves it, because the frame's Content-Security-Policy would block
 * it. The wallet stays.
 */
const withAllowedImage = ({ imageUrl, ...wallet }: CustomWallet, readRest: ReadRest): CustomWallet => {
  if (imageUrl === undefined) return wallet
  if (imageUrl.startsWith('data:')) return { ...wallet, imageUrl }
  const name = `customWallets ${wallet.id} imageUrl`
  readRest({ [name]: image }, name, imageUrl)
  return wallet
}

/** Drops invalid and unknown options and reports each through `readRest`, for the site's developer. */
export const keepValidOptions = <Fields extends Record<string, v.GenericSchema>>(
  fields: Fields,
  input: unknown,
  readRest: ReadRest,
): { [Name in keyof Fields]?: v.InferOutput<Fields[Name]> } => {
  const options: { [Name in keyof Fields]?: v.InferOutput<Fields[Name]> } = {}
  for (const [name, value] of Object.entries(Object(input)) as [keyof Fields & string, unknown][]) {
    if (value == null || value === '') continue
    const schema = Object.hasOwn(fields, name) ? fields[name] : undefined
    const result = schema && v.safeParse(schema, value)
    if (result?.success) options[name] = result.output
    else readRest(fields, name, value)
  }
  return options
}
