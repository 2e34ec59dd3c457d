import { isChainNamespace, parseCaipAddress } from '@appkit-frame/loader/protocol/caip/caip.ts'
import { namespaces } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { cleanText } from '@appkit-frame/loader/protocol/messages/cleanText.ts'
import * as v from 'valibot'
import { isAddress } from 'viem'
import { isImageUrl } from '../../directory/imageUrl.ts'
import { isLoopbackHost } from '../http/egress/publicAddress.ts'
import { priceAdaptorNames, tokenAdaptorNames } from './adaptors.ts'

const maxOrigins = 50
const maxAncestors = 10

const text = (limit: number) => v.pipe(v.string(), v.nonEmpty('must not be empty'), v.maxLength(limit))
const httpUrl = v.pipe(
  v.string(),
  v.check((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), 'must be an http or https URL'),
)
/**
 * The URL of a node. It may contain no name and password: `fetch` rejects them, and every visitor receives the public
 * URLs.
 */
const rpcUrl = v.pipe(
  httpUrl,
  v.check((value) => {
    const url = URL.parse(value)
    return !url?.username && !url?.password
  }, 'must hold no name and password; a key goes into the path or query of privateRpcUrls or privateRestUrls'),
)
const origin = v.pipe(
  v.string(),
  v.check((value) => {
    const url = URL.parse(value)
    return url !== null && url.origin === value && /^https?:$/.test(url.protocol)
  }, 'must be an origin, like https://modal.example'),
)
/** The URL of a WalletConnect relay. Its origin goes into the CSP header, so its host must be a plain name. */
const relayUrl = v.pipe(
  v.string(),
  v.check((value) => {
    const url = URL.parse(value)
    if (!url || !/^wss?:$/.test(url.protocol) || !/^[a-z0-9.-]+$/.test(url.hostname)) return false
    if (url.username || url.password || url.hash) return false
    return url.protocol === 'wss:' || /^(?:localhost|127\.0\.0\.1|.+\.localhost)$/.test(url.hostname)
  }, 'must be a wss:// URL of a relay; ws:// only on this machine'),
)
/** The reference of a CAIP-2 id, for example a chain id. */
const isChainReference = (text: string): boolean => /^[-_a-zA-Z0-9]{1,32}$/.test(text)
const caipNetworkId = v.pipe(
  v.string(),
  v.check((value) => {
    const [namespace = '', reference = '', ...rest] = value.split(':')
    return isChainNamespace(namespace) && isChainReference(reference) && rest.length === 0
  }, 'must be a CAIP-2 id, like eip155:1'),
)

const network = v.strictObject({
  id: caipNetworkId,
  name: v.exactOptional(text(64)),
  nativeCurrency: v.exactOptional(
    v.strictObject({
      name: text(64),
      symbol: text(16),
      decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36)),
      denom: v.exactOptional(
        v.pipe(
          v.string(),
          v.regex(/^[a-zA-Z][a-zA-Z0-9/:._-]{2,127}$/, 'must be a coin of a cosmos chain, like uatom'),
        ),
      ),
    }),
  ),
  rpcUrls: v.exactOptional(v.array(rpcUrl)),
  privateRpcUrls: v.exactOptional(v.pipe(v.array(rpcUrl), v.minLength(1))),
  restUrls: v.exactOptional(v.array(rpcUrl)),
  privateRestUrls: v.exactOptional(v.pipe(v.array(rpcUrl), v.minLength(1))),
  addressPrefix: v.exactOptional(text(20)),
  coinType: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 31 - 1))),
  blockExplorer: v.exactOptional(v.strictObject({ name: text(64), url: httpUrl })),
  testnet: v.exactOptional(v.boolean()),
  /** How many blocks of transfer logs the server searches for tokens that no list names. 0 turns the search off. */
  logBlocks: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000_000))),
  /** Which adaptors read the data of accounts, in order. */
  adaptors: v.exactOptional(v.strictObject({ tokens: v.exactOptional(v.array(v.picklist(tokenAdaptorNames))) })),
})

/**
 * A network's id or its fields. Picks the schema by type, because the message of a union would only say that no schema
 * fits.
 */
const networkEntry = v.lazy((input) => {
  if (typeof input !== 'string') return network
  return input === 'default' ? v.literal('default') : caipNetworkId
})

const walletIds = v.optional(v.array(v.pipe(v.string(), v.regex(/^[0-9a-zA-Z_-]{1,64}$/, 'must be a wallet id'))), [])
/**
 * A link to a wallet app. It may have an app's scheme such as `metamask:`, but no scheme that a browser would run or
 * open itself.
 */
const link = v.exactOptional(
  v.pipe(
    v.string(),
    v.maxLength(512),
    v.check((value) => {
      const scheme = URL.parse(value)?.protocol
      return scheme !== undefined && !/^(?:javascript|data|blob|vbscript|file|about):$/.test(scheme)
    }, 'must be a URL that can be opened'),
  ),
)
const imageUrl = v.pipe(
  v.string(),
  v.maxLength(16_384),
  v.check(isImageUrl, 'must be an https address or a data:image/ one'),
)
const customWallet = v.strictObject({
  id: text(64),
  name: text(64),
  homepage: v.exactOptional(httpUrl),
  imageUrl: v.exactOptional(imageUrl),
  mobileLink: link,
  desktopLink: link,
  webappLink: v.exactOptional(httpUrl),
  appStore: v.exactOptional(httpUrl),
  playStore: v.exactOptional(httpUrl),
  chromeStore: v.exactOptional(httpUrl),
})

/** Upper and lower case letters of an EVM address are a checksum (ERC-55), so a mistyped receiver is refused. */
const isReceiver = (value: string): boolean => {
  try {
    const { chainNamespace, chainId, address } = parseCaipAddress(value)
    if (!isChainReference(chainId)) return false
    return chainNamespace === 'eip155'
      ? isAddress(address)
      : chainNamespace === 'solana' && namespaces.solana.address.test(address)
  } catch {
    // The text is no CAIP-10 account, which the message of the check says.
    return false
  }
}
/** A name that approval cards show. Hidden characters could make it read like another name. */
const shownName = v.pipe(
  text(64),
  v.check((value) => cleanText(value) === value, 'must have no hidden characters and no needless spaces'),
)
const receiver = v.strictObject({
  name: shownName,
  account: v.pipe(
    v.string(),
    v.check(isReceiver, 'must be a CAIP-10 account on eip155 or solana, like eip155:1:0x…, with a valid checksum'),
  ),
})

const defaultConnectorOrder = ['walletConnect', 'recent', 'injected', 'featured', 'custom', 'recommended'] as const
/** Reown's AppKit also has the kind `external`, which this modal ignores. */
const connectorOrder = v.pipe(
  v.array(v.picklist([...defaultConnectorOrder, 'external'])),
  v.transform((order) => order.filter((kind) => kind !== 'external')),
)

const isListUrl = (value: string): boolean => {
  const url = URL.parse(value)
  if (!url || url.username || url.password || url.hash) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))
}
/** The URL of a listing API. https is required, because visitors see the answers of the API. */
const upstreamUrl = v.pipe(
  v.string(),
  v.check(isListUrl, 'must be an https URL (http only on this machine) without a name, password or #'),
)

/** `shipped`, the path of a file, or a URL. https is required, because visitors trust the names in the list. */
const tokenListSource = v.pipe(
  text(1024),
  v.check(
    (value) => !/^[a-z][\w+.-]*:\/\//i.test(value) || isListUrl(value),
    'must be "shipped", a file, or an https URL (http only on this machine) without a name, password or #',
  ),
)

const project = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[a-zA-Z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, - or _')),
  name: text(64),
  environment: v.optional(v.picklist(['production', 'development']), 'production'),
  allowedOrigins: v.pipe(
    v.array(v.string()),
    v.maxLength(maxOrigins, `must be at most ${maxOrigins}; a wildcard like https://*.shop.example stands for many`),
  ),
  /** By default the exact origins of `allowedOrigins`. */
  trustedOrigins: v.exactOptional(v.array(v.string())),
  /** Sites that may show an allowed site in a frame. They may not frame the modal itself. */
  allowedAncestors: v.optional(
    v.pipe(v.array(v.string()), v.maxLength(maxAncestors, `must be at most ${maxAncestors}`)),
    [],
  ),
  networks: v.optional(v.pipe(v.array(networkEntry), v.minLength(1)), ['default']),
  defaultNetwork: v.exactOptional(caipNetworkId),
  chainImages: v.exactOptional(v.record(caipNetworkId, imageUrl)),
  wallets: v.optional(
    v.strictObject({
      featured: walletIds,
      include: walletIds,
      exclude: walletIds,
      custom: v.optional(v.array(customWallet), []),
      order: v.optional(connectorOrder, [...defaultConnectorOrder]),
      connectMethodsOrder: v.exactOptional(v.array(v.picklist(['email', 'wallet']))),
      collapseWallets: v.exactOptional(v.boolean()),
      allWallets: v.exactOptional(v.picklist(['SHOW', 'HIDE', 'ONLY_MOBILE'])),
      connectorImages: v.exactOptional(v.record(text(256), imageUrl)),
    }),
    {},
  ),
  features: v.optional(
    v.strictObject({
      walletGuide: v.optional(v.boolean(), true),
      networkSwitch: v.optional(v.boolean(), true),
      unsupportedChain: v.optional(v.picklist(['view', 'banner', 'allow']), 'view'),
      /** Whether a visitor must, may or can't prove the connected account by signing a message for this server. */
      signIn: v.optional(v.picklist(['required', 'optional', 'none']), 'none'),
      /** Whether visitors can log in to the embedded wallet by e-mail. This needs a mail server. */
      email: v.optional(v.boolean(), true),
      debug: v.optional(v.boolean(), false),
      /** Whether the page makes the WalletConnect sessions itself. */
      manualWalletConnect: v.exactOptional(v.boolean()),
    }),
    {},
  ),
  theme: v.optional(
    v.strictObject({
      accent: v.exactOptional(v.pipe(v.string(), v.regex(/^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, 'must be #rrggbb'))),
      radius: v.exactOptional(v.pipe(v.number(), v.minValue(0), v.maxValue(48))),
      font: v.exactOptional(v.pipe(v.string(), v.regex(/^[\p{L}\p{N} ,'"-]{1,200}$/u, 'must be a list of font names'))),
      width: v.exactOptional(v.pipe(v.number(), v.minValue(320), v.maxValue(480))),
    }),
    {},
  ),
  links: v.optional(
    v.strictObject({
      terms: v.exactOptional(httpUrl),
      privacy: v.exactOptional(httpUrl),
      checkbox: v.optional(v.boolean(), false),
    }),
    {},
  ),
  /** The WalletConnect relay. Without this field the project offers no wallets on other devices. */
  walletConnect: v.exactOptional(
    v.strictObject({
      projectId: v.pipe(v.string(), v.regex(/^[0-9a-zA-Z_-]{1,64}$/, "must be the relay's id for this project")),
      relayUrl,
      /** Wallets show the description and the icon beside the project's name. */
      description: v.exactOptional(text(200)),
      icon: v.exactOptional(
        v.pipe(
          v.string(),
          v.maxLength(512),
          v.check((value) => URL.parse(value)?.protocol === 'https:', 'must be an https URL of an image'),
        ),
      ),
    }),
  ),
  analytics: v.optional(v.boolean(), false),
  /** The sites that approval cards show by a name and a logo. A site without an entry is shown by its origin. */
  sites: v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          origin: v.string(),
          name: shownName,
          logo: v.exactOptional(imageUrl),
          /** Accounts that the site lets visitors pay. */
          receivers: v.optional(v.pipe(v.array(receiver), v.maxLength(50, 'must be at most 50')), []),
        }),
      ),
      v.maxLength(maxOrigins, `must be at most ${maxOrigins}`),
    ),
    [],
  ),
  /** The lists that name tokens on approval cards: `shipped`, files and https URLs. */
  tokenLists: v.optional(v.pipe(v.array(tokenListSource), v.maxLength(10, 'must be at most 10 lists')), ['shipped']),
})

/** A URL for nodemailer: `smtps://name:password@mail.example:465`. */
const smtpUrl = v.pipe(
  v.string(),
  v.check((value) => {
    const url = URL.parse(value)
    // A `#` or `/` in the password would end the host name, and a `:` would begin the port.
    return /^smtps?:$/.test(url?.protocol ?? '') && !url?.hash && /^\/?$/.test(url?.pathname ?? '')
  }, 'must be an smtp:// or smtps:// URL, with name and password URL-encoded'),
)

/** Plain http would show the response or the secret, except on this machine. */
const captchaUrl = v.pipe(
  httpUrl,
  v.check((value) => {
    const url = URL.parse(value)
    return (
      url !== null &&
      (url.protocol === 'https:' || isLoopbackHost(url.hostname)) &&
      url.username === '' &&
      url.hash === ''
    )
  }, 'must be an https URL without a name and without #'),
)

const mailCount = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000))

/** A `Contact` of RFC 9116. It may contain no line break, because each contact is one line of `security.txt`. */
const securityContact = v.pipe(
  v.string(),
  v.maxLength(512),
  v.regex(/^(?:mailto:|https:\/\/|tel:)[!-~]+$/, 'must be a mailto:, https: or tel: URI'),
)

const dataRate = v.pipe(v.number(), v.minValue(1), v.maxValue(1_000_000))

export const mostReplicas = 100

export const configSchema = v.strictObject({
  $schema: v.exactOptional(v.string()),
  port: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535)), 4100),
  host: v.exactOptional(text(255)),
  modalOrigin: v.exactOptional(origin),
  walletOrigin: v.exactOptional(origin),
  dataDir: v.optional(text(1024), '.data'),
  trustedProxyHops: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10)), 0),
  requestsPerSecond: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(1_000_000)), 50),
  /** The number of server processes among which a load balancer spreads the requests evenly. */
  replicas: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostReplicas)), 1),
  /** How AppKit announces itself to pages that discover wallets. The values become part of the loader's text. */
  announce: v.exactOptional(
    v.strictObject({
      name: v.exactOptional(
        v.pipe(
          v.string(),
          v.regex(/^[\p{L}\p{N} ._-]{1,40}$/u, 'must be at most 40 letters, digits, spaces, . _ or -'),
        ),
      ),
      rdns: v.exactOptional(
        v.pipe(
          v.string(),
          v.regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, 'must be a host name in reverse, like com.example'),
        ),
      ),
      icon: v.exactOptional(
        v.pipe(
          v.string(),
          v.maxLength(4096),
          v.regex(
            /^data:image\/(?:svg\+xml|png|webp)(?:;base64)?,[\w%+/=.~-]+$/,
            'must be a data:image/ URI in base64 or with percent-encoding',
          ),
        ),
      ),
    }),
  ),
  /** Where to report a vulnerability. The server serves this as `/.well-known/security.txt`. */
  security: v.exactOptional(
    v.strictObject({
      contact: v.union(
        [securityContact, v.pipe(v.array(securityContact), v.minLength(1), v.maxLength(5))],
        'must be a mailto:, https: or tel: URI, or a list of at most five',
      ),
      languages: v.optional(
        v.pipe(v.array(v.pipe(v.string(), v.regex(/^[a-zA-Z0-9-]{2,35}$/, 'must be a language tag'))), v.minLength(1)),
        ['en'],
      ),
    }),
  ),
  /**
   * The most requests per second that the server sends for data about accounts: to one upstream, and for one project.
   * Eight times as many may be sent at once.
   */
  data: v.optional(
    v.strictObject({
      upstreamRequestsPerSecond: v.optional(dataRate, 50),
      projectRequestsPerSecond: v.optional(dataRate, 100),
      /** The sources of prices, in order. `url` replaces the adaptor's own, for example to add a key. */
      prices: v.optional(
        v.array(v.strictObject({ adaptor: v.picklist(priceAdaptorNames), url: v.exactOptional(upstreamUrl) })),
        [],
      ),
    }),
    {},
  ),
  directory: v.optional(
    v.strictObject({
      upstream: v.exactOptional(upstreamUrl),
      wallets: v.exactOptional(text(1024)),
    }),
    {},
  ),
  /** The mail server. Without this field no visitor can log in to the embedded wallet. */
  mail: v.exactOptional(
    v.strictObject({
      url: smtpUrl,
      from: v.pipe(text(254), v.email('must be an address')),
      /** The CAPTCHA that lifts the limits of networks and projects. Without it nobody is asked. */
      captcha: v.exactOptional(
        v.strictObject({
          /** A page of the operator that shows the CAPTCHA. */
          pageUrl: captchaUrl,
          /** The provider's `siteverify`. */
          verifyUrl: captchaUrl,
          secret: text(512),
        }),
      ),
      /**
       * Limits of login mails. `address…` counts mails to one mailbox, and a further mail needs a proof of work. The
       * others count codes that nobody entered, of one network and of one project.
       */
      limits: v.optional(
        v.pipe(
          v.strictObject({
            addressHour: v.optional(mailCount, 5),
            addressDay: v.optional(mailCount, 10),
            networkHour: v.optional(mailCount, 20),
            projectHour: v.optional(mailCount, 200),
            projectHourMost: v.optional(mailCount, 12_000),
          }),
          v.forward(
            v.check(
              ({ projectHour, projectHourMost }) => projectHourMost >= projectHour,
              'must be at least projectHour, because a project first requires work and then refuses mails',
            ),
            ['projectHourMost'],
          ),
        ),
        {},
      ),
    }),
  ),
  wallet: v.optional(
    v.strictObject({
      /**
       * Either `assisted`: with only the mailbox, an owner recovers the wallet after the guardian's delay, so the
       * operator is a custodian in practice. Or `self`: recovery needs a passkey, a backup or a wallet window.
       */
      custody: v.optional(v.picklist(['assisted', 'self']), 'assisted'),
      /** The delay before a visitor without a passkey sees the recovery phrase. */
      exportDelaySeconds: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(30 * 86_400)), 86_400),
      /** The guardian process (`node server/dist/guardian.js`) and the public key that it prints. */
      guardian: v.exactOptional(
        v.strictObject({
          url: httpUrl,
          publicKey: v.pipe(v.string(), v.regex(/^[\w-]{87}$/, 'must be the key that the guardian prints')),
        }),
      ),
    }),
    {},
  ),
  projects: v.pipe(v.array(project), v.minLength(1, 'must list at least one project')),
})

export type Config = v.InferOutput<typeof configSchema>
export type ProjectConfig = Config['projects'][number]
export type NetworkConfig = v.InferOutput<typeof network>
