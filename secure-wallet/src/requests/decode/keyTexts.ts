import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'

/** A protocol that makes a visitor's key from a signature. The visitor's other sites could steal the key that way. */
type KeyText = {
  /** The host names of the protocol. A host below one of them belongs to it too. */
  sites: readonly string[]
  /** The published text. Absent if the protocol asks for typed data instead. */
  text?: RegExp
}

const keyTexts = {
  ApeX: { sites: ['apex.exchange'], text: /^name: ApeX\s.*action: L2 Key/is },
  dYdX: { sites: ['dydx.exchange', 'dydx.trade'] },
  edgeX: { sites: ['edgex.exchange'], text: /^(?:name: edgeX\s.*action: L2 Key|action: edgeX Onboard)/is },
  Fluidkey: { sites: ['fluidkey.com'], text: /^Sign this message to generate your Fluidkey private payment keys/i },
  'Immutable X': {
    sites: ['immutable.com'],
    text: /^Only sign this request if you've initiated an action with Immutable/i,
  },
  Loopring: { sites: ['loopring.io'], text: /^Sign this message to access Loopring Exchange/i },
  Polymarket: { sites: ['polymarket.com'] },
  'rhino.fi': {
    sites: ['rhino.fi', 'deversifi.com'],
    text: /^Only sign this request if you've initiated an action with (?:rhino\.fi|DeversiFi)/i,
  },
  Umbra: { sites: ['umbra.cash'], text: /^Sign this message to access your Umbra account/i },
  zkLink: { sites: ['zk.link'], text: /^Sign this message to create a key to interact with zkLink/i },
  zkSync: { sites: ['zksync.io'], text: /^Access zkSync account/i },
} as const satisfies { readonly [protocol: string]: KeyText }
type KeyProtocol = keyof typeof keyTexts

/** Key texts of other protocols usually end with one of these sentences, or name their one site. */
const keyWords = /only sign this (?:message|request) (?:for|within|on) a trusted (?:client|website|site|app)/
const onlySite = /\bonlysignon: (https:\/\/[^\s/]+)/

/**
 * Returns the name of the protocol whose key this text makes, or null for another text. Throws unless the protocol's
 * own site asks. A text of a protocol that the wallet does not know belongs to the site that asks.
 */
export const readKeyText = (text: string, host: string): string | null => {
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll('’', "'")
    .trim()
  for (const protocol of Object.keys(keyTexts) as KeyProtocol[]) {
    const { text: published }: KeyText = keyTexts[protocol]
    if (published?.test(plain)) return belongsTo(protocol, host).protocol
  }
  const [, site] = onlySite.exec(plain.toLowerCase()) ?? []
  if (site !== undefined && URL.parse(site)?.origin !== host) throw foreignKey(site.slice('https://'.length))
  return site !== undefined || keyWords.test(plain.toLowerCase()) ? new URL(host).host : null
}

/** Throws unless the host page is a site of this protocol. */
export const belongsTo = (protocol: KeyProtocol, host: string): { deed: 'key'; protocol: string } => {
  const { protocol: scheme, hostname } = new URL(host)
  const isOwn = keyTexts[protocol].sites.some((site) => hostname === site || hostname.endsWith(`.${site}`))
  if (scheme !== 'https:' || !isOwn) throw foreignKey(protocol)
  return { deed: 'key', protocol }
}

const foreignKey = (protocol: string): AppError =>
  new AppError(walletErrors.FOREIGN_KEY_MESSAGE, { values: { protocol } })
