import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { isBlindText } from './blindText.ts'
import { readKeyText } from './keyTexts.ts'
import { readSignIn, type SignIn, type SignInContext } from './signIn.ts'

/** A readable message. */
export type TextMessage = {
  text: string
  /** Set for a sign-in of this account whose domain is the site that asks. */
  signIn: SignIn | null
  /** The protocol whose key the signature is, if the text makes a key. */
  keyOf: string | null
}
export type MessageContext = SignInContext & {
  /** Returns whether the bytes are a transaction of the network. */
  isTransaction(bytes: Uint8Array): boolean
}

const textLimit = 65_536

/** Throws for a message that nobody can read, and for one that would act on another site or as a transaction. */
export const readTextMessage = (bytes: Uint8Array, asker: MessageContext): TextMessage => {
  if (asker.isTransaction(bytes)) throw new AppError(walletErrors.TRANSACTION_MESSAGE)
  const text = decode(bytes)
  if (text === null || text.length > textLimit || isBlindText(text)) throw new AppError(walletErrors.BLIND_MESSAGE)
  return { text, signIn: readSignIn(text, asker), keyOf: readKeyText(text, asker.host) }
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
