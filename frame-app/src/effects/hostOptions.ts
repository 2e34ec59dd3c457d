import type { HostOptions } from 'loader/protocol/frameApi.ts'
import * as v from 'valibot'

const link = v.pipe(v.string(), v.maxLength(2_048), v.regex(/^https?:\/\//i))
const image = v.pipe(v.string(), v.maxLength(32_768), v.regex(/^(?:https:\/\/|data:image\/)/i))
/** A wallet's own scheme may be any but those that run code here. */
const appLink = v.pipe(v.string(), v.maxLength(2_048), v.regex(/^(?!javascript:|data:|blob:|file:)[a-z][a-z0-9+.-]*:/i))
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(256))
const ids = v.pipe(v.array(id), v.maxLength(200))

const customWallet = v.object({
  id,
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  homepage: v.optional(link),
  imageUrl: v.optional(image),
  mobileLink: v.optional(appLink),
  desktopLink: v.optional(appLink),
  webappLink: v.optional(link),
  appStore: v.optional(link),
  playStore: v.optional(link),
  chromeStore: v.optional(link),
})

/** Values that become CSS are of a type that can't carry anything else: no `url()`, no second declaration. */
const colour = v.pipe(
  v.string(),
  v.regex(
    /^(?:#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]{3,24}|(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\([\d\s.,%/+-]{3,48}(?:deg|turn|rad)?[\d\s.,%/+-]*\))$/i,
  ),
)
const fonts = v.pipe(v.string(), v.regex(/^[\w\s,'"-]{1,200}$/))

const fields = {
  theme: v.picklist(['light', 'dark', 'auto']),
  locale: v.pipe(v.string(), v.regex(/^[a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{2,8})*$/)),
  networks: ids,
  accent: colour,
  radius: v.pipe(v.number(), v.minValue(0), v.maxValue(40)),
  font: fonts,
  connectorTypeOrder: v.array(
    v.picklist(['walletConnect', 'recent', 'injected', 'featured', 'custom', 'external', 'recommended']),
  ),
  featuredWalletIds: ids,
  includeWalletIds: ids,
  excludeWalletIds: ids,
  customWallets: v.pipe(v.array(customWallet), v.maxLength(50)),
  termsUrl: link,
  privacyUrl: link,
  legalCheckbox: v.boolean(),
  unsupportedChain: v.picklist(['view', 'banner', 'allow']),
  debug: v.boolean(),
} satisfies { [Name in keyof Required<HostOptions>]: v.GenericSchema<unknown, unknown> }

/** One bad option does not cost the others; it is left out, and `complain` tells the site's developer which. */
export const parseHostOptions = (input: unknown, complain: (name: string) => void): HostOptions => {
  const options: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(Object(input))) {
    // An option of a newer loader is no mistake.
    if (!Object.hasOwn(fields, name) || value === undefined || value === null) continue
    const result = v.safeParse(fields[name as keyof typeof fields], value)
    if (result.success) options[name] = result.output
    else complain(name)
  }
  return options
}
