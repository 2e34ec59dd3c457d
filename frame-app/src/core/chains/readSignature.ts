import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { siwxErrors } from '@appkit-frame/loader/protocol/errors/siwxErrors.ts'

/**
 * Reads the signature from a wallet's answer. The answer is the signature alone, or an object with the field
 * `signature` as WalletConnect specifies.
 */
export const readSignature = (answer: unknown, pattern: RegExp): string => {
  const signature = typeof answer === 'string' ? answer : Object(answer).signature
  if (typeof signature !== 'string' || !pattern.test(signature)) throw new AppError(siwxErrors.SIWX_SIGNATURE_INVALID)
  return signature
}
