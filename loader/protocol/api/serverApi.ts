import type { ChainNamespace } from '../caip/namespaces.ts'
import type { ErrorCode } from '../errors/errorCodes.ts'
import type { SiwxMessage } from '../siwx/siwxMessage.ts'
import type { CaipAddress, CaipNetworkId, ConnectMethod, ConnectorType, CustomWallet, SignInMode } from './frameApi.ts'

/** The server's response types, and the bootstrap block that the server writes into the frame's document. */

export type Network = {
  caipNetworkId: CaipNetworkId
  chainNamespace: ChainNamespace
  /** The CAIP-2 reference; for eip155 the decimal chain id. */
  id: string
  name: string
  /** `denom` names the base unit on cosmos chains, such as uatom. */
  nativeCurrency: { name: string; symbol: string; decimals: number; denom?: string }
  /** The address prefix: a bech32 prefix on cosmos, an SS58 number on polkadot. */
  addressPrefix?: string
  blockExplorer?: { name: string; url: string }
  testnet?: boolean
  /** The id of the icon: `/public/getAssetImage/{imageId}`. */
  imageId?: string
}

/** `GET /v1/chains/{CAIP-2}/endpoints?projectId=`: the endpoints for a wallet that has to add the chain (EIP-3085). */
export type NetworkEndpoints = {
  rpcUrls: string[]
  /** Public HTTP endpoints beside JSON-RPC: Esplora on bip122, the REST (LCD) interface on cosmos. */
  restUrls: string[]
  /** The SLIP-44 coin type of a cosmos chain, from which wallets derive its keys. */
  coinType?: number
}

/** An entry of the wallet directory. Fields that no source provides are absent. */
export type DirectoryWallet = {
  id: string
  /**
   * The wallet's id in another directory: in the public explorer (64 hex digits) or in our directory. Either id
   * identifies the wallet.
   */
  other_id?: string
  name: string
  badge_type?: 'certified'
  description?: string
  chains: CaipNetworkId[]
  homepage?: string
  image_id?: string
  image_url?: string
  order?: number
  mobile_link?: string
  /**
   * Templates of links that open a page in the browser of the wallet's app, by the namespace in which the wallet then
   * connects (see `browseLink.ts`).
   */
  browse_links?: { [Namespace in ChainNamespace]?: string }
  desktop_link?: string
  webapp_link?: string
  app_store?: string
  play_store?: string
  chrome_store?: string
  rdns?: string
  supports_wc?: boolean
  injected?: { namespace?: string; injected_id?: string }[]
}

export type DirectoryPage = { data: DirectoryWallet[]; count: number }

export type ProjectOptions = {
  connectorTypeOrder: ConnectorType[]
  featuredWalletIds: string[]
  includeWalletIds: string[]
  excludeWalletIds: string[]
  customWallets: CustomWallet[]
  termsUrl?: string
  privacyUrl?: string
  legalCheckbox: boolean
  walletGuide: boolean
  enableNetworkSwitch: boolean
  unsupportedChain: 'view' | 'banner' | 'allow'
  connectMethodsOrder?: ConnectMethod[]
  collapseWallets?: boolean
  allWallets?: 'SHOW' | 'HIDE' | 'ONLY_MOBILE'
  connectorImages?: { [id: string]: string }
  chainImages?: { [caipNetworkId: string]: string }
  manualWalletConnect?: boolean
  signIn: SignInMode
  debug: boolean
}

export type ProjectTheme = { accent?: string; radius?: number; font?: string; width?: number }

/**
 * The WalletConnect relay for wallets on other devices, and the project's id at this relay. `description` and `icon`
 * are what a wallet shows about the site, beside the project's name and the site's origin.
 */
export type WalletConnectSettings = { projectId: string; relayUrl: string; description?: string; icon?: string }

/** The JSON data block `<script type="application/json" id="bootstrap">` of the frame's document. */
export type Bootstrap = {
  version: string
  projectId: string
  projectName: string
  /** The origin of the secure frame, and the path of its document. */
  secureOrigin: string
  /** Patterns of the origins that may embed the frame, validated by the server. */
  allowedOrigins: string[]
  /** Exact origins of the sites that may show an allowed site in a frame. Absent if the project lists none. */
  allowedAncestors?: string[]
  networks: Network[]
  defaultNetwork: CaipNetworkId
  /**
   * The featured and recommended wallets, which the first views show. The first of them have their icon as a data URL.
   */
  wallets: DirectoryWallet[]
  walletCount: number
  options: ProjectOptions
  theme: ProjectTheme
  /** The settings of the relay. Absent if the project has no relay; then no wallet on another device can connect. */
  walletConnect?: WalletConnectSettings
  analytics: boolean
  /** Set if a visitor may log in by e-mail. */
  email?: true
}

/**
 * The bootstrap block as written in the frame's document. Its networks omit the two fields that follow from
 * `caipNetworkId`.
 */
export type BootstrapBlock = Omit<Bootstrap, 'networks'> & { networks: Omit<Network, 'chainNamespace' | 'id'>[] }

/** A site as the operator describes it, for the approval cards of exactly this origin. */
export type SiteIdentity = {
  origin: string
  name: string
  /** The path of the logo on the secure frame's host. */
  logo?: string
  /** Accounts (CAIP-10) that the site lets visitors pay. */
  receivers: { name: string; account: string }[]
}

/** The data block of the secure frame's document. */
export type SecureBootstrap = {
  version: string
  projectId: string
  projectName: string
  frameOrigin: string
  allowedOrigins: string[]
  /**
   * Exact origins of the sites whose requests a click in the secure frame may answer. Requests of other sites open the
   * wallet's own window (SECURITY-MODEL.md 3.7).
   */
  trustedOrigins: string[]
  /** Exact origins of the sites that may show an allowed site in a frame. */
  allowedAncestors: string[]
  /** The sites that approval cards show by a name. */
  sites: SiteIdentity[]
  /** Whether a visitor may log in by e-mail. False if the server can't send mail. */
  email: boolean
  /** The operator's page with a CAPTCHA. Absent without one. */
  captchaPage?: string
  custody: 'assisted' | 'self'
  /** The guardian's public key: raw P-256, in base64url. Absent if there is no guardian. */
  guardianKey?: string
  networks: Network[]
  defaultNetwork: CaipNetworkId
  /**
   * Only in the document of a wallet window that a top-level navigation opened: the header `Wallet-Window` of its
   * requests.
   */
  windowKey?: string
  /**
   * Only beside `windowKey`: whether a document of the wallet's origin opened the window. False for a link, which a
   * stranger may have sent.
   */
  isOpenedByWallet?: boolean
}

/**
 * `GET /v1/account/{CAIP-10 account}/native-balance?projectId=`. `forceUpdate=true` skips the cache of 30 s. An unknown
 * balance is null and never zero, and `reason` says why. `NO_SOURCE`: the network has no URL to ask. `UNAVAILABLE`: no
 * URL answered. `UNREADABLE`: the answer is not a balance. `RATE_LIMITED`: a node or a budget of this server refused the
 * request. `retryAfter` is the number of seconds until the server asks again, if it is known.
 */
export type NativeBalanceResponse =
  | {
      /** The balance in base units, as decimal digits. */
      balance: string
      symbol: string
      decimals: number
    }
  | { balance: null; reason: UnknownBalanceReason; retryAfter?: number }
export type UnknownBalanceReason = 'NO_SOURCE' | 'UNAVAILABLE' | 'UNREADABLE' | 'RATE_LIMITED'

/**
 * `GET /v1/account/{account}/balance?projectId=&chainId=&currency=&forceUpdate=`. The account is a CAIP-10 id, or an
 * address together with `chainId` (CAIP-2). An address alone is read on every network of the project that it fits.
 * `missing` lists what could not be read, so everything else is complete.
 */
export type AccountBalancesResponse = {
  balances: AccountBalance[]
  missing: MissingBalance[]
  /**
   * The blocks whose transfer logs the server has searched for tokens that no list names. The search goes on in the
   * background until `isComplete`.
   */
  searched: { chainId: CaipNetworkId; fromBlock: string; toBlock: string; isComplete: boolean }[]
}
export type AccountBalance = {
  name: string
  symbol: string
  chainId: CaipNetworkId
  /** The CAIP-10 id of a token. Absent for the native currency. */
  address?: CaipAddress
  /** `numeric` is the exact amount in base units, and `decimals` the number of its decimal places. */
  quantity: { decimals: string; numeric: string }
  /** Absent if no list names the token, because anybody can give a token any symbol. */
  iconUrl?: string
  /** The symbol of the listed token or the currency that has the same name or symbol. This token is another one. */
  imitates?: string
  /** The price of one token in the asked currency. Absent if no price source of the operator knows it. */
  price?: number
  /** The price of the whole amount. */
  value?: number
}
/** A part that is unknown, and why. `address` names a token that alone is unknown. */
export type MissingBalance = {
  part: 'native' | 'tokens' | 'prices'
  chainId: CaipNetworkId
  address?: CaipAddress
  /** `TOO_MANY`: the account has more tokens than the server reads. */
  reason: UnknownBalanceReason | 'TOO_MANY'
  /** The seconds until the server asks again, if they are known. */
  retryAfter?: number
}

/**
 * `POST /v1/fungible/price?projectId=` `{ currency?, addresses }`, with CAIP-10 ids of at most 100 tokens. The address
 * `0xeeee…` stands for the currency of an eip155 network, and `So1111…` for that of a Solana network. Other namespaces
 * have no id for their currency. `fungibles` has only known prices. `missing` has the ids for which a price source
 * failed.
 */
export type FungiblePricesResponse = {
  fungibles: FungiblePrice[]
  missing: { address: string; reason: UnknownBalanceReason; retryAfter?: number }[]
}
export type FungiblePrice = {
  address: string
  name: string
  symbol: string
  decimals: number
  iconUrl: string
  price: number
}

/**
 * `GET /auth/v1/nonce`. `issuedAt` is the server's time. The sign-in message uses this time, since the visitor's clock
 * may be wrong.
 */
export type SiwxNonceResponse = { nonce: string; issuedAt: string }
/** `POST /auth/v1/authenticate`. If `data` is set, the server compares each of its fields with the signed message. */
export type SiwxAuthenticateRequest = {
  message: string
  signature: string
  caipAddress: CaipAddress
  data?: SiwxMessage
}
export type SiwxTokenResponse = { token: string }
/** The claims of a sign-in token. Times are in seconds since 1970. */
export type SiwxClaims = {
  iss: string
  /** The site's origin. */
  aud: string
  sub: CaipAddress
  iat: number
  exp: number
  /** The id of the session. All tokens of a session have the same id. */
  sid: string
  /** When the visitor signed the message. */
  auth_time: number
  /** When the session ends. Until then its tokens can be renewed. */
  session_exp: number
  projectId: string
  address: string
  chainNamespace: string
  chainId: string
  caip2Network: CaipNetworkId
  domain: string
  uri: string
  nonce: string
}
/** The answer of `GET /auth/v1/me`: the claims of the token, and a renewed token. */
export type SiwxAccountResponse = SiwxClaims & SiwxTokenResponse

/**
 * The body of every HTTP failure of the server and of the guardian. A client must not repeat a request whose failure
 * has a reason with a code.
 */
export type HttpFailure = {
  status: 'FAILED'
  reasons: { field: string; description: string; code?: ErrorCode; values?: { [name: string]: string | number } }[]
}

export type OriginsResponse = { allowedOrigins: string[] }
export type AnalyticsConfigResponse = { isAnalyticsEnabled: boolean }
export type SupportedChainsResponse = { http: CaipNetworkId[]; ws: CaipNetworkId[] }
