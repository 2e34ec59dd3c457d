import type { Sealed } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { type Bytes, fromText, toText, wipe } from './bytes.ts'
import { open, seal } from './seal.ts'
import type { WalletName } from './vault.ts'

/** A vault key on its way from one document of this origin to another: readable by the one worker that asked for it. */
export type Handover = { publicKey: string; sealed: Sealed }
/** What the key is handed over for; nothing of it can be another's. */
type Purpose = { wallet: Pick<WalletName, 'walletId' | 'epoch'>; flowId: string }

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const

/** The asking side. Each question has a key of its own, which answers once. */
export const createAsking = () => {
  let asked: CryptoKeyPair | null = null
  return {
    publicKey: async (): Promise<string> => {
      asked = await makeKeys()
      return readPublic(asked)
    },
    open: async (purpose: Purpose, { publicKey, sealed }: Handover): Promise<Bytes> => {
      const own = asked
      asked = null
      if (!own) throw new AppError(walletErrors.KEY_NOT_UNLOCKED)
      const secret = await agree(own.privateKey, publicKey)
      try {
        return await open(keyPart(secret, await readPublic(own), publicKey), aad(purpose), sealed)
      } finally {
        wipe(secret)
      }
    },
  }
}

/** The giving side; its own key ends with the answer, so that nobody can open it later who could not at once. */
export const handOver = async (purpose: Purpose, asking: string, vaultKey: Bytes): Promise<Handover> => {
  const own = await makeKeys()
  const publicKey = await readPublic(own)
  const secret = await agree(own.privateKey, asking)
  const sealed = await seal(keyPart(secret, asking, publicKey), aad(purpose), vaultKey)
  wipe(secret)
  return { publicKey, sealed }
}

const makeKeys = (): Promise<CryptoKeyPair> => crypto.subtle.generateKey(curve, false, ['deriveBits'])
const readPublic = async ({ publicKey }: CryptoKeyPair): Promise<string> =>
  toText(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)))

/** WebCrypto refuses a point that is not on the curve. */
const agree = async (privateKey: CryptoKey, theirs: string): Promise<Bytes> => {
  try {
    const key = await crypto.subtle.importKey('raw', fromText(theirs), curve, false, [])
    return new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: key }, privateKey, 256))
  } catch (cause) {
    throw new AppError(walletErrors.KEY_NOT_UNLOCKED, { cause })
  }
}

const keyPart = (secret: Bytes, asking: string, giving: string) => ({
  secret,
  salt: '',
  info: ['handover/1', asking, giving].join('|'),
})
const aad = ({ wallet: { walletId, epoch }, flowId }: Purpose): string => [walletId, epoch, flowId].join('|')
