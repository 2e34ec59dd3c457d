import type { HostOptions, SiteMetadata } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import * as v from 'valibot'
import { configureAtom } from '../state/options.ts'
import { hostOriginAtom } from '../state/storage.ts'
import type { Store } from './context.ts'
import { explainOption, type OptionFields } from './explainOption.ts'
import type { RareOption } from './hostOptions.ts'

const text = (longest: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(longest))
/** The frame's Content-Security-Policy would block an image of another site. */
const image = v.pipe(v.string(), v.startsWith('data:image/'), v.maxLength(16_384))
const images = v.pipe(
  // A record accepts a list too.
  v.custom<object>((entries) => !Array.isArray(entries)),
  v.record(text(256), v.unknown()),
  v.check((entries) => Object.keys(entries).length <= 200),
)
const isHttps = (link: string): boolean => URL.parse(link)?.protocol === 'https:'
const metadataFields = {
  name: text(64),
  description: text(200),
  url: v.pipe(v.string(), v.url(), v.maxLength(512)),
  icons: v.pipe(v.array(v.pipe(v.string(), v.maxLength(512), v.check(isHttps))), v.maxLength(4)),
} satisfies { [Name in keyof Required<SiteMetadata>]: v.GenericSchema }

const rareFields = {
  connectorImages: images,
  chainImages: images,
  metadata: v.record(v.string(), v.unknown()),
  manualWalletConnect: v.boolean(),
} satisfies { [Name in RareOption]: v.GenericSchema }

/**
 * Reads an option that the first view does not need, and applies it. Tells the site's developer about an invalid one,
 * and about each invalid entry. Without `store` it only explains.
 */
export const readRareOption = (store: Store | undefined, fields: OptionFields, name: string, value: unknown): void => {
  const all: OptionFields = store ? { ...fields, ...rareFields } : fields
  const result = store && isRare(name) ? v.safeParse(rareFields[name], value) : undefined
  if (store && isRare(name) && result?.success) apply(store, name, result.output)
  else explainOption(all, name, value)
}

const apply = (store: Store, name: RareOption, value: boolean | object): void => {
  const kept = typeof value === 'object' ? keepEntries(name, value, store.get(hostOriginAtom)) : value
  store.set(configureAtom, { [name]: kept } as HostOptions)
}

const isRare = (name: string): name is RareOption => Object.hasOwn(rareFields, name)

/** Keeps the valid entries of an option that is an object. */
const keepEntries = (name: RareOption, entries: object, hostOrigin: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(entries).filter(([key, value]) => {
      const schema = name === 'metadata' ? entryOf(metadataFields, key) : image
      // A wallet shows the URL as the site that connects, so it may name no other site.
      const isOwn = name !== 'metadata' || key !== 'url' || URL.parse(String(value))?.origin === hostOrigin
      const isValid = schema && isOwn && v.is(schema, value)
      const path = `${name} ${key}`
      if (!isValid) explainOption(schema ? { [path]: schema } : prefixed(metadataFields, name), path, value)
      return isValid
    }),
  )

const entryOf = (fields: OptionFields, key: string) => (Object.hasOwn(fields, key) ? fields[key] : undefined)
const prefixed = (fields: OptionFields, name: string): OptionFields =>
  Object.fromEntries(Object.entries(fields).map(([key, schema]) => [`${name} ${key}`, schema]))
