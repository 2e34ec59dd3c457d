import type { FirstShareSet } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import * as v from 'valibot'
import type { Store } from '../session/store.ts'
import { randomBytes, toText } from '../worker/bytes.ts'
import type { Custody } from '../worker/custody.ts'

/** What this browser keeps of a set: a key that never leaves the browser's key store. */
type OwnKey = { setId: string; key: CryptoKey }
type OwnSet = OwnKey & { walletId: string }
/** Of which epoch of the wallet it will be. */
type Coming = OwnKey & { epoch: number }
/** To be told to the server with its wallet. */
type Prepared = { set: FirstShareSet; undo(): Promise<void> }

type Options = {
  store: Store
  scope: string
  custody: Pick<Custody, 'wrap'>
  type: 'device' | 'vault'
  label: string
}

const shareSize = 32

/** What this browser keeps of its set of each wallet on this site, and of the one that is to take its place. */
export const createOwnSet = ({ store, scope, custody, type, label }: Options) => {
  const nameOf = (walletId: string): string => `${type} ${walletId} ${scope}`
  // Apart, so that a browser without room for it keeps the one that it has.
  const comingName = (walletId: string): string => `coming ${nameOf(walletId)}`
  const makeKey = (): Promise<CryptoKey> =>
    crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const keep = ({ setId, walletId, key }: OwnSet): Promise<void> =>
    store.put(nameOf(walletId), { setId, walletId, key })
  const forget = (walletId: string): Promise<void> => store.remove(nameOf(walletId), comingName(walletId))
  const find = async (walletId: string): Promise<OwnSet | null> => {
    const kept = await store.get(nameOf(walletId))
    return v.is(ownSet, kept) && kept.walletId === walletId ? kept : null
  }
  const findComing = async (walletId: string): Promise<Coming[]> => {
    const kept = await store.get(comingName(walletId))
    return v.is(comingSets, kept) && kept.walletId === walletId ? kept.sets : []
  }

  return {
    makeKey,
    keep,
    forget,
    find,
    /** All that may be this browser's by now; the server's record says which. */
    candidates: async (walletId: string): Promise<OwnKey[]> => {
      const own = await find(walletId)
      return [...(own ? [own] : []), ...(await findComing(walletId))]
    },
    /**
     * Beside the one that there is, before the server hears of it: wherever the line is cut or the document ends, one of the
     * two opens the wallet. The same one again until it is settled, for a request may still be under way.
     */
    come: async (walletId: string, epoch: number): Promise<OwnKey> => {
      const coming = await findComing(walletId)
      const waiting = coming.find((set) => set.epoch === epoch)
      if (waiting) return waiting
      const made = { setId: crypto.randomUUID(), key: await makeKey(), epoch }
      await store.put(comingName(walletId), { walletId, sets: [...coming, made] })
      return made
    },
    /** The server has it. In this order: at each moment it is kept in one of both places. */
    settle: async (walletId: string, setId: string): Promise<void> => {
      const coming = await findComing(walletId)
      const arrived = coming.find((set) => set.setId === setId)
      if (!arrived) return
      await keep({ walletId, ...arrived })
      const sets = coming.filter(({ epoch }) => epoch > arrived.epoch)
      await (sets.length > 0 ? store.put(comingName(walletId), { walletId, sets }) : store.remove(comingName(walletId)))
    },
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

export type OwnSets = ReturnType<typeof createOwnSet>

const cryptoKey = v.custom<CryptoKey>((value) => value instanceof CryptoKey)
const ownSet = v.object({ setId: v.string(), walletId: v.string(), key: cryptoKey })
const comingSets = v.object({
  walletId: v.string(),
  sets: v.array(v.object({ setId: v.string(), key: cryptoKey, epoch: v.number() })),
})
