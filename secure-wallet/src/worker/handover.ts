import type { Handover } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { fromBase64url, toBase64url, wipe } from './bytes.ts'
import type { Bytes, WalletName } from './contract.ts'
import { openSealed, seal } from './seal.ts'

/** The seal is bound to this context, so that a handover is valid for one wallet, one epoch and one flow only. */
type Purpose = { wallet: Pick<WalletName, 'walletId' | 'epoch'>; flowId: string }

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const

/**
 * Asks another worker for the vault key and opens the answer of that worker. Every request has a new key pair, which
 * opens one answer.
 */
export const createHandoverReceiver = () => {
  let pending: CryptoKeyPair | null = null
  return {
    publicKey: async (): Promise<string> => {
      pending = await generateKeyPair()
      return readPublic(pending)
    },
    open: async (purpose: Purpose, { publicKey, sealed }: Handover): Promise<Bytes> => {
      const pair = pending
      pending = null
      if (!pair) throw new AppError(walletErrors.KEY_NOT_UNLOCKED)
      const secret = await agree(pair.privateKey, publicKey)
      try {
        return await openSealed(keyPart(secret, await readPublic(pair), publicKey), aad(purpose), sealed)
      } finally {
        wipe(secret)
      }
    },
  }
}

/**
 * Seals the vault key for the receiving worker. The key pair of the giving worker is ephemeral, so a key stolen later
 * opens no recorded handover.
 */
export const handOver = async (purpose: Purpose, receiverKey: string, vaultKey: Bytes): Promise<Handover> => {
  const pair = await generateKeyPair()
  const publicKey = await readPublic(pair)
  const secret = await agree(pair.privateKey, receiverKey)
  const sealed = await seal(keyPart(secret, receiverKey, publicKey), aad(purpose), vaultKey)
  wipe(secret)
  return { publicKey, sealed }
}

const generateKeyPair = (): Promise<CryptoKeyPair> => crypto.subtle.generateKey(curve, false, ['deriveBits'])
const readPublic = async ({ publicKey }: CryptoKeyPair): Promise<string> =>
  toBase64url(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)))

/** Derives the secret that both workers share. WebCrypto refuses a public key that is not on the curve. */
const agree = async (privateKey: CryptoKey, theirs: string): Promise<Bytes> => {
  try {
    const key = await crypto.subtle.importKey('raw', fromBase64url(theirs), curve, false, [])
    return new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: key }, privateKey, 256))
  } catch (cause) {
    throw new AppError(walletErrors.KEY_NOT_UNLOCKED, { cause })
  }
}

const keyPart = (secret: Bytes, receiverKey: string, giverKey: string) => ({
  secret,
  salt: '',
  info: ['handover/1', receiverKey, giverKey].join('|'),
})
const aad = ({ wallet: { walletId, epoch }, flowId }: Purpose): string => [walletId, epoch, flowId].join('|')
