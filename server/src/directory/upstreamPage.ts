import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { isChainNamespace } from '@appkit-frame/loader/protocol/caip/caip.ts'
import * as v from 'valibot'
import { browseLinksSchema, isAppLink, storeLinkSchema, textSchemaUpTo, webLinkSchema } from '../../directory/schema.ts'

/** A field for which listing APIs may write null or an empty text if its value is missing. */
const known = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.optional(
    v.union(
      [
        v.pipe(
          v.union([v.null(), v.literal('')]),
          v.transform(() => undefined),
        ),
        schema,
      ],
      'is not valid',
    ),
  )
/** A field that a wallet can lack: if the value is invalid, the row stays without the field. */
const optionalField = <Schema extends v.GenericSchema>(schema: Schema) => v.fallback(known(schema), undefined)

const appLink = v.pipe(textSchemaUpTo(300), v.check(isAppLink))
const textLike = (shape: RegExp) => v.pipe(v.string(), v.regex(shape))

/**
 * How many networks of a row are kept. Cutting a long list loses nothing, because a wallet with one EVM network
 * supports all EVM networks.
 */
const chainLimit = 200

/**
 * A row of the listing. An invalid value drops the whole row, unless its field has a fallback, because the value could
 * mislead or harm visitors.
 */
const upstreamRow = v.object({
  id: textLike(/^[0-9a-zA-Z_-]{1,64}$/),
  name: v.pipe(v.string(), v.trim(), textSchemaUpTo(64)),
  badge_type: v.fallback(v.picklist(['none', 'certified']), 'none'),
  chains: v.pipe(
    v.array(v.unknown()),
    v.maxLength(2_000),
    v.transform((chains) => [...new Set(chains.filter(isKnownChain))].slice(0, chainLimit)),
    v.minLength(1),
  ),
  rdns: known(textLike(/^[a-zA-Z0-9_-]+(?:\.[a-zA-Z0-9_-]+)+$/)),
  mobile_link: known(appLink),
  desktop_link: known(appLink),
  webapp_link: known(webLinkSchema),
  browse_links: optionalField(browseLinksSchema),
  supports_wc: optionalField(v.boolean()),
  description: optionalField(textSchemaUpTo(300)),
  homepage: optionalField(webLinkSchema),
  app_store: optionalField(storeLinkSchema('apps.apple.com', 'itunes.apple.com')),
  play_store: optionalField(storeLinkSchema('play.google.com')),
  chrome_store: optionalField(storeLinkSchema('chromewebstore.google.com', 'chrome.google.com')),
  order: optionalField(v.pipe(v.number(), v.integer())),
  injected: optionalField(
    v.pipe(
      v.array(
        v.object({ namespace: optionalField(textSchemaUpTo(20)), injected_id: optionalField(textSchemaUpTo(60)) }),
      ),
      v.maxLength(20),
      v.transform((list) => list.map(dropUndefined)),
    ),
  ),
  image_id: known(textLike(/^[0-9a-zA-Z_-]{1,64}$/)),
  image_url: optionalField(v.pipe(v.string(), v.maxLength(1_000))),
})

const upstreamPage = v.object({
  data: v.array(v.unknown()),
  count: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
})

/**
 * A page of the upstream listing. A dropped row leaves undefined in `rows`, so that the other rows keep their positions
 * over all pages.
 */
export type UpstreamPage = { rows: (DirectoryWallet | undefined)[]; count: number; dropped: number }

/**
 * Parses an answer of the listing API. Returns its valid rows and counts the dropped rows. Throws if the answer isn't a
 * listing.
 */
export const parseUpstreamPage = (json: unknown, entries: number): UpstreamPage => {
  const { data, count } = v.parse(upstreamPage, json)
  const rows = data.slice(0, entries).map(readRow)
  return { rows, count, dropped: rows.filter((row) => row === undefined).length }
}

const readRow = (row: unknown): DirectoryWallet | undefined => {
  const parsed = v.safeParse(upstreamRow, row)
  if (!parsed.success) return undefined
  const { badge_type, ...fields } = parsed.output
  const wallet = dropUndefined({ ...fields, ...(badge_type === 'certified' && { badge_type }) })
  // The cast is safe: the schema checked the fields, and `dropUndefined` removed undefined fields.
  return wallet as DirectoryWallet
}

const isKnownChain = (chain: unknown): chain is string =>
  typeof chain === 'string' &&
  /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/.test(chain) &&
  isChainNamespace(chain.slice(0, chain.indexOf(':')))

type Defined<Fields> = { [Key in keyof Fields]: Exclude<Fields[Key], undefined> }
const dropUndefined = <Fields extends object>(fields: Fields): Partial<Defined<Fields>> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Defined<Fields>>
