import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import type { SiwxMessage } from '@appkit-frame/loader/protocol/siwx/siwxMessage.ts'
import { parseSiwxMessage, parseSiwxTime, type SiwxNetwork } from '@appkit-frame/loader/protocol/siwx/siwxText.ts'

export type SignInContext = {
  /** Origin of the host page, as the browser attested it. */
  host: string
  account: string
  network: SiwxNetwork
  now: number
}
/** `isOwn`: the text signs this account in to the very site that asks, now and on this network. */
export type SignIn = { isOwn: boolean; message: SiwxMessage }

/** A text with this sentence counts as a sign-in, in upper or lower case and with any spaces. */
const header = /wants\s+you\s+to\s+sign\s+in\s+with\s+your/giu
const ownerOfHeader = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\S+)\s+wants/iu

/** The login texts of sites that wrote their own before EIP-4361, by the host name that they belong to. */
const loginTexts: { readonly [site: string]: RegExp } = {
  'opensea.io': /^\s*Welcome to OpenSea!\s/i,
  'blur.io': /^\s*Sign in to Blur\s/i,
}

/**
 * Reads a sign-in by CAIP-122 or EIP-4361. Returns null for a text that signs nobody in. Throws for a sign-in to a
 * foreign site, for a text with two sign-ins, and for a foreign account.
 */
export const readSignIn = (text: string, { host, account, network, now }: SignInContext): SignIn | null => {
  const { hostname } = new URL(host)
  for (const [site, login] of Object.entries(loginTexts))
    if (login.test(text) && hostname !== site && !hostname.endsWith(`.${site}`)) throw wrongSite()
  const plain = text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  const headers = plain.match(header)?.length ?? 0
  if (headers === 0) return null
  const [, scheme, domain = ''] = ownerOfHeader.exec(plain) ?? []
  if (headers > 1 || !isHostDomain(domain, host, scheme)) throw wrongSite()
  const message = parseSiwxMessage(text, network)
  if (!message) return null
  if (plainAddress(message.accountAddress) !== plainAddress(account)) throw new AppError(walletErrors.FOREIGN_ACCOUNT)
  return { message, isOwn: isOwnSignIn(message, host, network, now) }
}

/** The URI is what the sign-in is about, such as an API or a key. A sign-in for something else is an ordinary message. */
const isOwnSignIn = (message: SiwxMessage, host: string, network: SiwxNetwork, now: number): boolean => {
  const [from, until] = [message.notBefore, message.expirationTime].map((time) =>
    time === undefined ? undefined : parseSiwxTime(time),
  )
  return (
    URL.parse(message.uri)?.origin === host &&
    message.chainId === network.caipNetworkId &&
    (from === undefined || from <= now) &&
    (until === undefined || until > now)
  )
}

/** EIP-4361 binds the domain and the scheme. A domain is a host with its port, and never has a user or a path. */
export const isHostDomain = (domain: string, host: string, scheme?: string): boolean =>
  /^[^\s@/?#\\]+$/.test(domain) &&
  URL.parse(`${scheme ?? new URL(host).protocol.slice(0, -1)}://${domain}`)?.origin === host

/** In a hex address the case is only a checksum. In base58 it is part of the address. */
const plainAddress = (address: string): string => (address.startsWith('0x') ? address.toLowerCase() : address)

const wrongSite = (): AppError => new AppError(walletErrors.WRONG_SITE_MESSAGE)
