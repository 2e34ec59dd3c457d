import type { ChainNamespace } from '../caip/namespaces.ts'
import type { ErrorCode } from '../errors/errorCodes.ts'
import type { SiwxMessage } from '../siwx/siwxMessage.ts'
import type { CaipAddress, CaipNetworkId, ConnectorType, CustomWallet, SignInMode, Theme } from './frameApi.ts'

/** Shapes that the server answers with, and the bootstrap block that it writes into the frame's document. */

export type Network = {
  caipNetworkId: CaipNetworkId
  chainNamespace: ChainNamespace
  /** The CAIP-2 reference; for eip155 the decimal chain id. */
  id: string
  name: string
  /** `denom` is the coin's name in base units, such as uatom, where a chain names it. */
  nativeCurrency: { name: string; symbol: string; decimals: number; denom?: string }
  /** How the chain's addresses begin: a bech32 prefix on cosmos, an SS58 number on polkadot. */
  addressPrefix?: string
  blockExplorer?: { name: string; url: string }
  testnet?: boolean
  /** For `/public/getAssetImage/{imageId}`. */
  imageId?: string
}

/** `GET /v1/chains/{CAIP-2}/endpoints?projectId=`: what a wallet is told that has to learn the chain (EIP-3085). */
export type NetworkEndpoints = {
  rpcUrls: string[]
  /** Public HTTP endpoints beside JSON-RPC: Esplora on bip122, the REST (LCD) interface on cosmos. */
  restUrls: string[]
  /** SLIP-44, of a cosmos chain: by which number wallets derive the keys of its addresses. */
  coinType?: number
}

/** An entry of the wallet directory. Fields that no source gives are absent. */
export type DirectoryWallet = {
  id: string
  /** By which another listing knows it: the public explorer's of 64 hex digits, or ours. Either one names the wallet. */
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
  desktop_link?: string
  webapp_link?: string
  app_store?: string
  play_store?: string
  chrome_store?: string
  rdns?: string
  supports_wc?: boolean
  injected?: { namespace?: string; injected_id?: string }[]
}

export type WalletPage = { data: DirectoryWallet[]; count: number }

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
  signIn: SignInMode
  debug: boolean
}

export type ProjectTheme = { mode: Theme; accent?: string; radius?: number; font?: string; width?: number }

/** The relay through which a wallet on another device is reached, and who the project is there. */
export type WalletConnectSettings = { projectId: string; relayUrl: string }

/** The JSON data block `<script type="application/json" id="bootstrap">` of the frame's document. */
export type Bootstrap = {
  version: string
  projectId: string
  projectName: string
  /** Where the secure frame lives, and its document's path. */
  secureOrigin: string
  /** Origin patterns that may hold the frame, as the server checked them. */
  allowedOrigins: string[]
  networks: Network[]
  defaultNetwork: CaipNetworkId
  /** Directory rows that the first views need: featured and recommended. */
  wallets: DirectoryWallet[]
  walletCount: number
  /** Rows that the document reserves for the wallet list until the page announced its wallets. */
  walletRows: number
  options: ProjectOptions
  theme: ProjectTheme
  /** Absent where the project has no relay, and with it no wallet on another device. */
  walletConnect?: WalletConnectSettings
  analytics: boolean
  /** Whether a visitor may log in by e-mail. Absent: no. */
  email?: true
}

/** A network as the document has it, without the facts that its id already states. */
export type BootstrapBlock = Omit<Bootstrap, 'networks'> & { networks: Omit<Network, 'chainNamespace' | 'id'>[] }

/** The data block of the secure frame's document. */
export type SecureBootstrap = {
  version: string
  projectId: string
  projectName: string
  frameOrigin: string
  allowedOrigins: string[]
  /** A visitor of these is asked inside the modal where others get a window of the wallet's own (security 3.7). */
  trustedOrigins: string[]
  /** The features of the embedded wallet in this project. Without mail there is no login. */
  email: boolean
  custody: 'assisted' | 'self'
  /** Raw P-256 public key, base64url; absent without a guardian. */
  guardianKey?: string
  networks: Network[]
  defaultNetwork: CaipNetworkId
}

/**
 * `GET /v1/account/{CAIP-10 account}/native-balance?projectId=`, with `forceUpdate=true` if a 30 s old balance is too
 * old. An unknown balance is null and never zero, and `reason` says why. `NO_SOURCE`: the network has no address to ask.
 * `UNAVAILABLE`: no address answered. `UNREADABLE`: the answer is not a balance.
 */
export type NativeBalanceResponse =
  | {
      /** In base units, decimal. */
      balance: string
      symbol: string
      decimals: number
    }
  | { balance: null; reason: UnknownBalanceReason }
export type UnknownBalanceReason = 'NO_SOURCE' | 'UNAVAILABLE' | 'UNREADABLE'

/** `GET /auth/v1/nonce`. The message takes the server's time too, since the visitor's clock may be wrong. */
export type SiwxNonceResponse = { nonce: string; issuedAt: string }
/** `POST /auth/v1/authenticate`. With `data` the server compares each field with what was signed. */
export type SiwxAuthenticateRequest = {
  message: string
  signature: string
  caipAddress: CaipAddress
  data?: SiwxMessage
}
export type SiwxTokenResponse = { token: string }
/** The claims of a token. Times are in seconds. */
export type SiwxClaims = {
  iss: string
  /** The site's origin. */
  aud: string
  sub: CaipAddress
  iat: number
  exp: number
  /** The session, the same in each of its tokens. */
  sid: string
  /** When the visitor signed. */
  auth_time: number
  /** Until then the session's tokens are renewed. */
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
/** `GET /auth/v1/me`, with a token that starts anew. */
export type SiwxAccountResponse = SiwxClaims & SiwxTokenResponse

/** Every HTTP failure of the server and of the guardian. A reason with a code is final: only the others are worth a retry. */
export type HttpFailure = {
  status: 'FAILED'
  reasons: { field: string; description: string; code?: ErrorCode; values?: { [name: string]: string | number } }[]
}

export type OriginsResponse = { allowedOrigins: string[] }
export type AnalyticsConfigResponse = { isAnalyticsEnabled: boolean }
export type SupportedChainsResponse = { http: CaipNetworkId[]; ws: CaipNetworkId[] }
