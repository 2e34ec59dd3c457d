import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { isChainNamespace } from '@appkit-frame/loader/protocol/caip/caip.ts'
import * as v from 'valibot'
import { isAppLink, storeLink, text, webLink } from '../../directory/schema.ts'

/** The listing APIs that are out there write null or an empty text where they know nothing. */
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
/** A value that only adorns a row: where it is odd, it is left out and the row stays. */
const adornment = <Schema extends v.GenericSchema>(schema: Schema) => v.fallback(known(schema), undefined)

const appLink = v.pipe(text(300), v.check(isAppLink))
const wordOf = (shape: RegExp) => v.pipe(v.string(), v.regex(shape))

/** Of the EVM networks any one stands for all, so what is cut off is missed by nobody. */
const chainLimit = 200

/** Where a row says something that could mislead or harm, the whole row is refused. */
const upstreamRow = v.object({
  id: wordOf(/^[0-9a-zA-Z_-]{1,64}$/),
  name: v.pipe(v.string(), v.trim(), text(64)),
  badge_type: v.fallback(v.picklist(['none', 'certified']), 'none'),
  chains: v.pipe(
    v.array(v.unknown()),
    v.maxLength(2_000),
    v.transform((chains) => [...new Set(chains.filter(isKnownChain))].slice(0, chainLimit)),
    v.minLength(1),
  ),
  rdns: known(wordOf(/^[a-zA-Z0-9_-]+(?:\.[a-zA-Z0-9_-]+)+$/)),
  mobile_link: known(appLink),
  desktop_link: known(appLink),
  webapp_link: known(webLink),
  supports_wc: adornment(v.boolean()),
  description: adornment(text(300)),
  homepage: adornment(webLink),
  app_store: adornment(storeLink('apps.apple.com', 'itunes.apple.com')),
  play_store: adornment(storeLink('play.google.com')),
  chrome_store: adornment(storeLink('chromewebstore.google.com', 'chrome.google.com')),
  order: adornment(v.pipe(v.number(), v.integer())),
  injected: adornment(
    v.pipe(
      v.array(v.object({ namespace: adornment(text(20)), injected_id: adornment(text(60)) })),
      v.maxLength(20),
      v.transform((list) => list.map(dropUndefined)),
    ),
  ),
  image_id: known(wordOf(/^[0-9a-zA-Z_-]{1,64}$/)),
  image_url: adornment(v.pipe(v.string(), v.maxLength(1_000))),
})

const upstreamPage = v.object({
  data: v.array(v.unknown()),
  count: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
})

/** A refused row leaves a gap, so that the others keep their places over all pages. */
export type UpstreamPage = { rows: (DirectoryWallet | undefined)[]; count: number; dropped: number }

/** The rows of an answer that keep the rules, and how many don't. Throws where it is no listing at all. */
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
  // The parse above leaves no field that could be undefined, only absent ones.
  return wallet as DirectoryWallet
}

const isKnownChain = (chain: unknown): chain is string =>
  typeof chain === 'string' &&
  /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/.test(chain) &&
  isChainNamespace(chain.slice(0, chain.indexOf(':')))

type Defined<Fields> = { [Key in keyof Fields]: Exclude<Fields[Key], undefined> }
const dropUndefined = <Fields extends object>(fields: Fields): Partial<Defined<Fields>> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Defined<Fields>>
