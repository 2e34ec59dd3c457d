import { recoveryProofText } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { base64urlnopad } from '@scure/base'
import * as v from 'valibot'
import type { Store } from '../session/store.ts'

/** A raw public key and an ES256 signature, both in base64url. */
type DeviceProof = { publicKey: string; signature: string }

const curve = { name: 'ECDSA', namedCurve: 'P-256' }
const storedKey = v.object({
  walletId: v.string(),
  /** The id of the guardian share set for which the guardian recognises this browser. */
  setId: v.string(),
  privateKey: v.custom<CryptoKey>((value) => value instanceof CryptoKey),
  publicKey: v.string(),
})
type StoredKey = v.InferOutput<typeof storedKey>

/**
 * The key by which the guardian recognises this browser. It outlives the session and the device share set, so an owner
 * who returns after weeks skips the delay. This browser deletes it when the visitor removes the wallet from the browser,
 * and when the guardian has forgotten the browser.
 */
export const createRecognitionKey = (store: Store, scope: string) => {
  const name = `recognised ${scope}`
  const find = async (walletId: string, setId: string): Promise<StoredKey | null> => {
    const found = await store.get(name)
    return v.is(storedKey, found) && found.walletId === walletId && found.setId === setId ? found : null
  }
  return {
    isKnown: async (walletId: string, setId: string): Promise<boolean> => (await find(walletId, setId)) !== null,
    /** Creates a key, sends its public part to the guardian, and stores the key once the guardian has accepted it. */
    register: async (walletId: string, setId: string, send: (publicKey: string) => Promise<unknown>): Promise<void> => {
      const pair = await crypto.subtle.generateKey(curve, false, ['sign', 'verify'])
      const publicKey = base64urlnopad.encode(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)))
      await send(publicKey)
      await store.put(name, { walletId, setId, privateKey: pair.privateKey, publicKey } satisfies StoredKey)
    },
    prove: async (walletId: string, setId: string, challengeId: string): Promise<DeviceProof | null> => {
      const found = await find(walletId, setId)
      if (!found) return null
      const text = new TextEncoder().encode(recoveryProofText(challengeId))
      const signature = await crypto.subtle.sign({ ...curve, hash: 'SHA-256' }, found.privateKey, text)
      return { publicKey: found.publicKey, signature: base64urlnopad.encode(new Uint8Array(signature)) }
    },
    forget: (): Promise<void> => store.remove(name),
  }
}
