import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { type Bytes, utf8 } from './bytes.ts'
import { type KitCost, phraseShare } from './kit.ts'

/** What only this side can bring to a factor set: the source of C_i (security 2.2). */
export type Factor =
  /** The browser's own key, which never leaves it: sets `device` and `vault`. */
  | { kind: 'device'; key: CryptoKey }
  /** The PRF output of a passkey. */
  | { kind: 'passkey'; output: Bytes }
  | { kind: 'phrase'; phrase: string; cost: KitCost }
  /** What the guardian gave, or is given; the worker holds it. */
  | { kind: 'guardian' }

const shareLength = 32

export const clientShare = async (factor: Factor, setId: string, guardianShare: Bytes | null): Promise<Bytes> => {
  switch (factor.kind) {
    case 'device':
      return new Uint8Array(await crypto.subtle.sign('HMAC', factor.key, utf8(setId)))
    case 'passkey':
      if (factor.output.length !== shareLength) throw new AppError(walletErrors.KEY_NOT_UNLOCKED)
      return factor.output.slice()
    case 'phrase':
      return phraseShare(factor.phrase, setId, factor.cost)
    case 'guardian':
      if (!guardianShare) throw new AppError(walletErrors.KEY_NOT_UNLOCKED)
      return guardianShare.slice()
  }
}
