import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { cleanText } from '@appkit-frame/loader/protocol/messages/cleanText.ts'
import { parseSiwxMessage, type SiwxNetwork, siwxTime } from '@appkit-frame/loader/protocol/siwx/siwx.ts'

/** A message that people can read. `isSignIn`: to the very site that asks, in its standard's form. */
export type TextMessage = { text: string; isSignIn: boolean; isConfusable: boolean }

export type Asker = {
  /** Origin, as the browser attested it. */
  host: string
  account: string
  network: SiwxNetwork
  /** Whether the bytes are a transaction of that network. */
  isTransaction(bytes: Uint8Array): boolean
  now: number
}

const textLimit = 65_536
/** Whatever has these words is a sign-in, in whichever form and case. */
const signInWords = /wants\s+you\s+to\s+sign\s+in\s+with\s+your/iu

export const readTextMessage = (bytes: Uint8Array, asker: Asker): TextMessage => {
  if (asker.isTransaction(bytes)) throw new AppError(walletErrors.TRANSACTION_MESSAGE)
  const text = decode(bytes)
  if (text === null || text.length > textLimit || looksLikeHash(text)) throw new AppError(walletErrors.BLIND_MESSAGE)
  return { text, isSignIn: isOwnSignIn(text, asker), isConfusable: cleanText(text, textLimit) !== oneLine(text) }
}

/** Null for what is no text: bytes, or characters that no person sees. */
const decode = (bytes: Uint8Array): string | null => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    return /\S/u.test(text) && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u.test(text) ? text : null
  } catch {
    // Not UTF-8.
    return null
  }
}

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim()

/** 32 bytes in hex, base58 or base64, as a digest of something unseen is written. */
const looksLikeHash = (text: string): boolean => {
  const word = text.trim()
  return (
    /^(?:0x)?[0-9a-fA-F]{64}$/.test(word) ||
    (/^[1-9A-HJ-NP-Za-km-z]{43,44}$/.test(word) && /\d/.test(word)) ||
    /^[A-Za-z0-9+/_-]{43}=$/.test(word)
  )
}

/** False for a message that is none; a sign-in for another site, account or chain is refused. */
const isOwnSignIn = (text: string, { host, account, network, now }: Asker): boolean => {
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
  // Of another chain or time it is no sign-in that this site could take, so it is shown as a mere message.
  const expires = message.expirationTime === undefined ? undefined : siwxTime(message.expirationTime)
  return message.chainId === network.caipNetworkId && (expires === undefined || expires > now)
}

/** Capitals are only a checksum in hex, and another address in base58. */
const plain = (address: string): string => (address.startsWith('0x') ? address.toLowerCase() : address)
