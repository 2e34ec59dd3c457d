import type { CaipNetworkId } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import * as v from 'valibot'
import type { Store } from '../../session/store.ts'

/**
 * A bundle of calls that the visitor approved. `hashes` grows while the wallet sends the calls. `isOver`: the wallet
 * sends no further call.
 */
export type Bundle = {
  id: string
  chainId: CaipNetworkId
  account: string
  count: number
  hashes: string[]
  isOver: boolean
}
export type BundleStore = {
  has(id: string): Promise<boolean>
  /**
   * Reserves the id of a bundle that waits for the visitor's approval. Rejects with DUPLICATE_BUNDLE_ID if the id is in
   * use.
   */
  reserve(id: string): Promise<void>
  put(bundle: Bundle): Promise<void>
  release(id: string): void
  find(id: string): Promise<Bundle | undefined>
}

const name = 'bundles'
const limit = 100
const storedBundles = v.array(
  v.object({
    id: v.string(),
    chainId: v.pipe(
      v.string(),
      v.transform((text) => text as CaipNetworkId),
    ),
    account: v.string(),
    count: v.number(),
    hashes: v.array(v.string()),
    isOver: v.boolean(),
  }),
)

export const createBundleStore = (store: Store): BundleStore => {
  const reserved = new Set<string>()
  /** Runs one write at a time, because each write replaces the whole list of bundles. */
  let writing: Promise<unknown> = Promise.resolve()
  const all = async (): Promise<Bundle[]> => {
    const { success, output } = v.safeParse(storedBundles, await store.get(name).catch(() => []))
    return success ? output : []
  }
  const find = async (id: string): Promise<Bundle | undefined> => (await all()).find((each) => each.id === id)
  const has = async (id: string): Promise<boolean> => reserved.has(id) || (await find(id)) !== undefined

  return {
    has,
    find,
    reserve: async (id) => {
      if (await has(id)) throw new AppError(walletErrors.DUPLICATE_BUNDLE_ID)
      reserved.add(id)
    },
    release: (id) => void reserved.delete(id),
    put: (bundle) => {
      const write = async (): Promise<void> => {
        const others = (await all()).filter(({ id }) => id !== bundle.id)
        await store.put(name, [...others, bundle].slice(-limit))
      }
      const done = writing.then(write)
      writing = done.catch(() => undefined)
      return done
    },
  }
}
