import { createHash } from 'node:crypto'
import { isBrowseTemplate } from '@appkit-frame/loader/protocol/api/browseLink.ts'
import { isChainNamespace } from '@appkit-frame/loader/protocol/caip/caip.ts'
import * as v from 'valibot'

/**
 * URL schemes that wallet apps register. Add a scheme only after a review, because the frame passes its links to the
 * system.
 */
export const walletSchemes = [
  'bitkeep',
  'bitverseapp',
  'bloom',
  'bnc',
  'bybitapp',
  'celo',
  'com.kresus.superapp',
  'foxwallet',
  'gtweb3wallet',
  'imtokenv2',
  'iopay',
  'krakenwallet',
  'ledgerlive',
  'mecowallet',
  'novawallet',
  'okex',
  'okto',
  'oneinch',
  'roninwallet',
  'safepalwallet',
  'subwallet',
  'tpoutside',
  'uniswap',
  'xportal',
  'zeal',
  'zilpay',
]

/** URL schemes of the system and of other programs. A link from a foreign listing must not open such a program. */
const closedSchemes = new Set([
  'about',
  'blob',
  'chrome',
  'data',
  'edge',
  'facetime',
  'file',
  'filesystem',
  'ftp',
  'http',
  'intent',
  'javascript',
  'mailto',
  'search-ms',
  'shell',
  'sms',
  'ssh',
  'tel',
  'vbscript',
  'view-source',
  'vscode',
  'ws',
  'wss',
])
const isClosed = (scheme: string): boolean => closedSchemes.has(scheme) || /^(?:ms-|x-apple|itms)/.test(scheme)

/** Tells whether the frame may pass a link to the system: an https link, or a link with an app's own scheme. */
export const isAppLink = (link: string): boolean => {
  const scheme = protocolOf(link)?.slice(0, -1)
  return scheme !== undefined && (scheme === 'https' || (/^[a-z][a-z0-9.+-]+$/.test(scheme) && !isClosed(scheme)))
}

/** Derives a wallet's id by a hash, so that nobody has to assign ids. */
export const deriveWalletId = (rdnsOrHomepage: string): string =>
  createHash('sha256').update(rdnsOrHomepage).digest('hex').slice(0, 32)

const protocolOf = (link: string): string | undefined => (URL.canParse(link) ? new URL(link).protocol : undefined)
export const textSchemaUpTo = (limit: number) =>
  v.pipe(
    v.string(),
    v.nonEmpty(),
    v.maxLength(limit),
    // Emoji need U+FE0F, which is invisible too.
    v.regex(/^(?:\ufe0f|[^\p{C}\p{Default_Ignorable_Code_Point}])*$/u, 'invisible characters are not allowed'),
  )

export const webLinkSchema = v.pipe(
  textSchemaUpTo(300),
  v.check((link) => protocolOf(link) === 'https:', 'must be an https link'),
)
export const storeLinkSchema = (...hosts: string[]) =>
  v.pipe(
    webLinkSchema,
    v.check((link) => hosts.includes(new URL(link).hostname), `must be a link to ${hosts.join(' or ')}`),
  )
const appLink = v.pipe(
  textSchemaUpTo(300),
  v.check(
    (link) => ['https', ...walletSchemes].some((scheme) => `${scheme}:` === protocolOf(link)),
    'must be an https link or begin with a scheme of walletSchemes',
  ),
)

const chainId = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/, 'must be a CAIP-2 id'),
  v.check((id) => isChainNamespace(id.slice(0, id.indexOf(':'))), 'must be of a namespace that this product knows'),
)

/** The field `browse_links`: for each namespace a link that opens a page in the browser of the wallet's app. */
export const browseLinksSchema = v.record(
  v.pipe(v.string(), v.check(isChainNamespace, 'must be a namespace that this product knows')),
  v.pipe(
    textSchemaUpTo(300),
    v.check(isAppLink, 'must be an https link or one of an app, like mywallet://'),
    v.check(isBrowseTemplate, 'must contain {url}, {urlInLink} or {address}, and besides at most {origin}'),
  ),
)

/**
 * The field `source`: one `package@version`, or several with commas between them. The wallet's name comes from the
 * first package.
 */
const source = /^(@[a-z0-9-]+\/)?[a-z0-9-]+@\d+\.\d+\.\d+(, (@[a-z0-9-]+\/)?[a-z0-9-]+@\d+\.\d+\.\d+)*$/

/** The fields that shipped rows and operators' rows share. */
export const walletFieldSchemas = {
  name: textSchemaUpTo(40),
  badge_type: v.exactOptional(v.literal('certified')),
  description: v.exactOptional(textSchemaUpTo(300)),
  other_id: v.exactOptional(
    v.pipe(v.string(), v.regex(/^[0-9a-zA-Z_-]{1,64}$/, 'must be 1 to 64 letters, digits, - or _')),
  ),
  rdns: v.exactOptional(
    v.pipe(textSchemaUpTo(100), v.regex(/^[a-zA-Z0-9-]+(\.[a-zA-Z0-9-]+)+$/, 'must be a reverse domain name')),
  ),
  chains: v.pipe(v.array(chainId), v.minLength(1, 'must name at least one')),
  browse_links: v.exactOptional(browseLinksSchema),
  homepage: v.exactOptional(webLinkSchema),
  webapp_link: v.exactOptional(webLinkSchema),
  app_store: v.exactOptional(storeLinkSchema('apps.apple.com', 'itunes.apple.com')),
  play_store: v.exactOptional(storeLinkSchema('play.google.com')),
  chrome_store: v.exactOptional(storeLinkSchema('chromewebstore.google.com', 'chrome.google.com')),
  supports_wc: v.exactOptional(v.boolean()),
  injected: v.exactOptional(
    v.array(
      v.strictObject({
        namespace: v.exactOptional(textSchemaUpTo(20)),
        injected_id: v.exactOptional(textSchemaUpTo(60)),
      }),
    ),
  ),
}

/** A row of the shipped wallets.json: the public fields, and the packages from which they come. */
export const shippedRowSchema = v.pipe(
  v.strictObject({
    ...walletFieldSchemas,
    id: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/, 'must be 32 hex digits')),
    mobile_link: v.exactOptional(appLink),
    desktop_link: v.exactOptional(appLink),
    image_id: v.exactOptional(
      v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,64}$/, 'must be lower-case letters, digits and -')),
    ),
    order: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    source: v.pipe(v.string(), v.regex(source, 'must name package@version')),
  }),
  v.forward(
    v.check((row) => row.id === deriveWalletId(row.rdns ?? row.homepage ?? ''), 'must follow from rdns or homepage'),
    ['id'],
  ),
)
