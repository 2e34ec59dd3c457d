/**
 * The text that a visitor signs to sign in: CAIP-122, for eip155 strictly as EIP-4361 has it. There is one text for one
 * message and one message for one text: what `formatSiwxMessage` would write differently, `parseSiwxMessage` refuses.
 */
export type SiwxMessage = {
  /** Host, and port where it is not the scheme's own. */
  domain: string
  /** The site's scheme, if the text names it before the domain. */
  scheme?: string
  accountAddress: string
  /** CAIP-2. */
  chainId: string
  /** One line. */
  statement?: string
  uri: string
  version: string
  nonce: string
  /** RFC 3339, like the two below. */
  issuedAt: string
  expirationTime?: string
  notBefore?: string
  requestId?: string
  resources?: string[]
}
