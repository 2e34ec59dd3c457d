import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { utf8 } from './bytes.ts'
import type { Bytes, ClientShareSource } from './contract.ts'
import { phraseShare } from './kitPhrase.ts'

const shareLength = 32

/** The client share of a share set, C_i in security 2.2. */
export const clientShare = async (
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
      return phraseShare(source.phrase, setId, source.cost)
    case 'guardian':
      if (!guardianShare) throw new AppError(walletErrors.KEY_NOT_UNLOCKED)
      return guardianShare.slice()
  }
}
