import type { FirstShareSet } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import * as v from 'valibot'
import type { Store } from '../session/store.ts'
import type { CustodyApi } from '../worker/contract.ts'
import { createServerShare } from './shareSetClient.ts'

/** The part of a device share set that stays in this browser: a non-extractable key. */
type DeviceKey = { setId: string; key: CryptoKey }
type CurrentKey = DeviceKey & { walletId: string }
/**
 * A next device key, which will replace the current key. `epoch` is the epoch of the vault key that the share set of
 * the next key opens.
 */
type NextKey = DeviceKey & { epoch: number }
/**
 * The first share set of a new wallet. The server gets the wallet and this share set in one request. `undo` restores
 * the earlier stored key.
 */
type FirstKey = { set: FirstShareSet; undo(): Promise<void> }

type Options = {
  store: Store
  scope: string
  custody: Pick<CustodyApi, 'wrap'>
  type: 'device' | 'vault'
  /** The name of this browser, as the settings list it. */
  label(): string
}

/** Stores the device key of each wallet on this site, and the next keys that may replace it. */
export const createDeviceKeys = ({ store, scope, custody, type, label }: Options) => {
  // Do not change these names: earlier versions stored data under them.
  const nameOf = (walletId: string): string => `${type} ${walletId} ${scope}`
  // The next keys have a storage entry of their own. If the browser has no room for that entry, the current key
  // survives.
  const nextName = (walletId: string): string => `coming ${nameOf(walletId)}`
  const createKey = (): Promise<CryptoKey> =>
    crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const save = ({ setId, walletId, key }: CurrentKey): Promise<void> =>
    store.put(nameOf(walletId), { setId, walletId, key })
  const forget = (walletId: string): Promise<void> => store.remove(nameOf(walletId), nextName(walletId))
  const find = async (walletId: string): Promise<CurrentKey | null> => {
    const found = await store.get(nameOf(walletId))
    return v.is(storedKey, found) && found.walletId === walletId ? found : null
  }
  const findNext = async (walletId: string): Promise<NextKey[]> => {
    const found = await store.get(nextName(walletId))
    return v.is(storedNextKeys, found) && found.walletId === walletId ? found.sets : []
  }

  return {
    createKey,
    save,
    forget,
    find,
    /** Returns the current key and every next key. The server's wallet record tells which of them has a share set. */
    candidates: async (walletId: string): Promise<DeviceKey[]> => {
      const current = await find(walletId)
      return [...(current ? [current] : []), ...(await findNext(walletId))]
    },
    /**
     * Stores a next key beside the current one before the server gets its share set. So one of the stored keys opens
     * the wallet, even if the connection breaks or the document closes. An epoch keeps its next key until `settle`,
     * because a request with the share set of this key may still be under way.
     */
    prepareNext: async (walletId: string, epoch: number): Promise<DeviceKey> => {
      const keys = await findNext(walletId)
      const existing = keys.find((key) => key.epoch === epoch)
      if (existing) return existing
      const next = { setId: crypto.randomUUID(), key: await createKey(), epoch }
      await store.put(nextName(walletId), { walletId, sets: [...keys, next] })
      return next
    },
    /**
     * Makes a next key the current one after the server has accepted its share set. Saves the key as current before it
     * deletes the next key, so that the key is stored at every moment.
     */
    settle: async (walletId: string, setId: string): Promise<void> => {
      const keys = await findNext(walletId)
      const accepted = keys.find((key) => key.setId === setId)
      if (!accepted) return
      await save({ walletId, ...accepted })
      const sets = keys.filter(({ epoch }) => epoch > accepted.epoch)
      await (sets.length > 0 ? store.put(nextName(walletId), { walletId, sets }) : store.remove(nextName(walletId)))
    },
    /**
     * Creates the first share set of a new wallet. Stores the key before the request, because the server's answer may
     * be lost.
     */
    prepareFirst: async (walletId: string): Promise<FirstKey> => {
      const before = await find(walletId)
      const key = await createKey()
      const setId = crypto.randomUUID()
      const serverShare = createServerShare()
      const wrapped = await custody.wrap({ name: { setId, type }, source: { kind: 'device', key }, serverShare })
      await save({ setId, walletId, key })
      return {
        set: { setId, type, label: label(), serverShare, wrapped },
        undo: async () => {
          // If another tab has replaced the stored key meanwhile, keep the key of the other tab.
          if ((await find(walletId))?.setId !== setId) return
          await (before ? save(before) : forget(walletId))
        },
      }
    },
  }
}

export type DeviceKeys = ReturnType<typeof createDeviceKeys>

const cryptoKey = v.custom<CryptoKey>((value) => value instanceof CryptoKey)
const storedKey = v.object({ setId: v.string(), walletId: v.string(), key: cryptoKey })
const storedNextKeys = v.object({
  walletId: v.string(),
  sets: v.array(v.object({ setId: v.string(), key: cryptoKey, epoch: v.number() })),
})
