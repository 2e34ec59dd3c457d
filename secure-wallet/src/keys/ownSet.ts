import type { FirstSet } from 'loader/protocol/walletApi.ts'
import * as v from 'valibot'
import type { Store } from '../session/store.ts'
import { randomBytes, toText } from './bytes.ts'
import type { Custody } from './custody.ts'

type OwnSet = { setId: string; walletId: string; key: CryptoKey }
/** To be told to the server with its wallet. */
type Prepared = { set: FirstSet; undo(): Promise<void> }

type Options = {
  store: Store
  scope: string
  custody: Pick<Custody, 'wrap'>
  type: 'device' | 'vault'
  label: string
}

const shareSize = 32

/** What this browser keeps of its set of each wallet on this site: a key that never leaves the browser's key store. */
export const createOwnSet = ({ store, scope, custody, type, label }: Options) => {
  const nameOf = (walletId: string): string => `${type} ${walletId} ${scope}`
  const makeKey = (): Promise<CryptoKey> =>
    crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const keep = (own: OwnSet): Promise<void> => store.put(nameOf(own.walletId), own)
  const forget = (walletId: string): Promise<void> => store.remove(nameOf(walletId))
  const find = async (walletId: string): Promise<OwnSet | null> => {
    const kept = await store.get(nameOf(walletId))
    return v.is(ownSet, kept) && kept.walletId === walletId ? kept : null
  }

  return {
    makeKey,
    keep,
    forget,
    find,
    /** Of a wallet that the server does not know yet: kept here first, for its answer may never come. */
    prepare: async (walletId: string): Promise<Prepared> => {
      const before = await find(walletId)
      const key = await makeKey()
      const setId = crypto.randomUUID()
      const serverShare = toText(randomBytes(shareSize))
      const wrapped = await custody.wrap({ set: { setId, type }, factor: { kind: 'device', key }, serverShare })
      await keep({ setId, walletId, key })
      return {
        set: { setId, type, label, serverShare, wrapped },
        undo: async () => {
          // Another tab's by now.
          if ((await find(walletId))?.setId !== setId) return
          await (before ? keep(before) : forget(walletId))
        },
      }
    },
  }
}

const ownSet = v.object({
  setId: v.string(),
  walletId: v.string(),
  key: v.custom<CryptoKey>((value) => value instanceof CryptoKey),
})
