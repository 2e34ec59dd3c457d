import { type DeviceProof, recoveryProofText } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { base64urlnopad } from '@scure/base'
import * as v from 'valibot'
import type { Store } from '../session/store.ts'

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
  const sign = async ({ privateKey, publicKey }: StoredKey, text: string): Promise<DeviceProof> => {
    const bytes = new TextEncoder().encode(text)
    const signature = await crypto.subtle.sign({ ...curve, hash: 'SHA-256' }, privateKey, bytes)
    return { publicKey, signature: base64urlnopad.encode(new Uint8Array(signature)) }
  }
  return {
    /** Signs a change of the owner. Null if the guardian does not recognise this browser. */
    proveChange: async (walletId: string, text: string): Promise<DeviceProof | null> => {
      const found = await store.get(name)
      return v.is(storedKey, found) && found.walletId === walletId ? sign(found, text) : null
    },
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
      return found && sign(found, recoveryProofText(challengeId))
    },
    forget: (): Promise<void> => store.remove(name),
  }
}
