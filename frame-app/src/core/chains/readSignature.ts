import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { siwxErrors } from '@appkit-frame/loader/protocol/errors/siwxErrors.ts'

/** Reads a wallet's answer, which is the bare signature, or an object as the WalletConnect specification says. */
export const readSignature = (answer: unknown, pattern: RegExp): string => {
  const signature = typeof answer === 'string' ? answer : Object(answer).signature
  if (typeof signature !== 'string' || !pattern.test(signature)) throw new AppError(siwxErrors.SIWX_SIGNATURE_INVALID)
  return signature
}
