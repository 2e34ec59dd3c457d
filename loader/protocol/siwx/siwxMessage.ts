/**
 * The text that a visitor signs to sign in: CAIP-122, and for eip155 exactly EIP-4361. Text and message map one to one:
 * `parseSiwxMessage` rejects every text that `formatSiwxMessage` would write differently.
 */
export type SiwxMessage = {
  /** The site's host, with its port unless that is the scheme's default. */
  domain: string
  /** The site's scheme, if the text names it before the domain. */
  scheme?: string
  accountAddress: string
  /** The CAIP-2 id of the network. */
  chainId: string
  /** The site's sentence for the visitor, in one line. */
  statement?: string
  uri: string
  version: string
  nonce: string
  /** `issuedAt`, `expirationTime` and `notBefore` are RFC 3339 times. */
  issuedAt: string
  expirationTime?: string
  notBefore?: string
  requestId?: string
  resources?: string[]
}
