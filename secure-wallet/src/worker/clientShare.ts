import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { utf8 } from './bytes.ts'
import type { Bytes, ClientShareSource } from './contract.ts'
import { derivePhraseShare } from './kitPhrase.ts'

const shareLength = 32

/**
 * Derives the client share of a share set from the secret of its unlock method, such as a device key or a passkey's PRF
 * output. SECURITY-MODEL.md 2.2 calls the client share C_i.
 */
export const deriveClientShare = async (
  source: ClientShareSource,
  setId: string,
  guardianShare: Bytes | null,
): Promise<Bytes> => {
  switch (source.kind) {
    case 'device':
      return new Uint8Array(await crypto.subtle.sign('HMAC', source.key, utf8(setId)))
    case 'passkey':
      if (source.output.length !== shareLength) throw new AppError(walletErrors.KEY_NOT_UNLOCKED)
      return source.output.slice()
    case 'phrase':
      return derivePhraseShare(source.phrase, setId, source.cost)
    case 'guardian':
      if (!guardianShare) throw new AppError(walletErrors.KEY_NOT_UNLOCKED)
      return guardianShare.slice()
  }
}
