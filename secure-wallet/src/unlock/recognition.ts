import { recoveryText } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import * as v from 'valibot'
import type { Store } from '../session/store.ts'
import { toText, utf8 } from '../worker/bytes.ts'

/** As the guardian takes it: raw, for ES256. */
export type DeviceProof = { publicKey: string; signature: string }

const curve = { name: 'ECDSA', namedCurve: 'P-256' }
const kept = v.object({
  walletId: v.string(),
  /** The guardian's set that this browser is known for. */
  setId: v.string(),
  privateKey: v.custom<CryptoKey>((value) => value instanceof CryptoKey),
  publicKey: v.string(),
})
type Kept = v.InferOutput<typeof kept>

/**
 * The key by which the guardian knows a window of this origin again. It outlives the session and this browser's own set, so
 * that whoever comes back after weeks need not wait; only signing out forgets it.
 */
export const createRecognition = (store: Store, scope: string) => {
  const name = `recognised ${scope}`
  const find = async (walletId: string, setId: string): Promise<Kept | null> => {
    const found = await store.get(name)
    return v.is(kept, found) && found.walletId === walletId && found.setId === setId ? found : null
  }
  return {
    isKnown: async (walletId: string, setId: string): Promise<boolean> => (await find(walletId, setId)) !== null,
    /** Kept once `tell` has told the guardian. */
    make: async (walletId: string, setId: string, tell: (publicKey: string) => Promise<unknown>): Promise<void> => {
      const pair = await crypto.subtle.generateKey(curve, false, ['sign', 'verify'])
      const publicKey = toText(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)))
      await tell(publicKey)
      await store.put(name, { walletId, setId, privateKey: pair.privateKey, publicKey } satisfies Kept)
    },
    prove: async (walletId: string, setId: string, challengeId: string): Promise<DeviceProof | null> => {
      const found = await find(walletId, setId)
      if (!found) return null
      const text = utf8(recoveryText(challengeId))
      const signature = await crypto.subtle.sign({ ...curve, hash: 'SHA-256' }, found.privateKey, text)
      return { publicKey: found.publicKey, signature: toText(new Uint8Array(signature)) }
    },
    forget: (): Promise<void> => store.remove(name),
  }
}
