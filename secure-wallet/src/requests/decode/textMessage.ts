import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { cleanText } from '@appkit-frame/loader/protocol/messages/cleanText.ts'
import { parseSiwxMessage, parseSiwxTime, type SiwxNetwork } from '@appkit-frame/loader/protocol/siwx/siwxText.ts'

/** A readable message. `isSignIn`: a valid SIWX message that signs this account in to the site that asks. */
export type TextMessage = { text: string; isSignIn: boolean; isConfusable: boolean }

export type SignInContext = {
  /** Origin of the host page, as the browser attested it. */
  host: string
  account: string
  network: SiwxNetwork
  /** Returns whether the bytes are a transaction of `network`. */
  isTransaction(bytes: Uint8Array): boolean
  now: number
}

const textLimit = 65_536
/** A message with this sentence counts as a sign-in, in upper or lower case and with any spaces. */
const signInWords = /wants\s+you\s+to\s+sign\s+in\s+with\s+your/iu

export const readTextMessage = (bytes: Uint8Array, asker: SignInContext): TextMessage => {
  if (asker.isTransaction(bytes)) throw new AppError(walletErrors.TRANSACTION_MESSAGE)
  const text = decode(bytes)
  if (text === null || text.length > textLimit || looksLikeHash(text)) throw new AppError(walletErrors.BLIND_MESSAGE)
  return { text, isSignIn: isOwnSignIn(text, asker), isConfusable: cleanText(text, textLimit) !== oneLine(text) }
}

/** Decodes a message. Returns null if the bytes are no text, or if the text has unreadable characters. */
const decode = (bytes: Uint8Array): string | null => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters
    return /\S/u.test(text) && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u.test(text) ? text : null
  } catch {
    // The bytes are not UTF-8, so they are no readable text.
    return null
  }
}

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim()

/** True for a text that encodes 32 bytes in hex, base58 or base64, because digests usually have these forms. */
const looksLikeHash = (text: string): boolean => {
  const word = text.trim()
  return (
    /^(?:0x)?[0-9a-fA-F]{64}$/.test(word) ||
    (/^[1-9A-HJ-NP-Za-km-z]{43,44}$/.test(word) && /\d/.test(word)) ||
    /^[A-Za-z0-9+/_-]{43}=$/.test(word)
  )
}

/**
 * Returns true for a sign-in of this account to this site. Returns false for a plain message, for a sign-in on another
 * chain, and for an expired sign-in. Throws for a sign-in to another site or account.
 */
const isOwnSignIn = (text: string, { host, account, network, now }: SignInContext): boolean => {
  if (!signInWords.test(text.normalize('NFKC'))) return false
  const url = new URL(host)
  const message = parseSiwxMessage(text, network)
  const wanted = message?.domain ?? /^(?:[a-z][a-z0-9+.-]*:\/\/)?(\S+)\s+wants/iu.exec(text)?.[1]
  if (wanted !== url.host) throw new AppError(walletErrors.WRONG_SITE_MESSAGE)
  if (!message) return false
  const isOwnUri = URL.parse(message.uri)?.origin === host
  const isOwnScheme = message.scheme === undefined || `${message.scheme}:` === url.protocol
  if (!isOwnUri || !isOwnScheme) throw new AppError(walletErrors.WRONG_SITE_MESSAGE)
  if (plain(message.accountAddress) !== plain(account)) throw new AppError(walletErrors.FOREIGN_ACCOUNT)
  // A site must reject a sign-in that names another chain or has expired. Such a text signs nobody in, so the card
  // shows it as a plain message.
  const expires = message.expirationTime === undefined ? undefined : parseSiwxTime(message.expirationTime)
  return message.chainId === network.caipNetworkId && (expires === undefined || expires > now)
}

/** In a hex address the case is only a checksum. In base58 it is part of the address. */
const plain = (address: string): string => (address.startsWith('0x') ? address.toLowerCase() : address)
