import { hasAnyWalletId } from '@appkit-frame/loader/protocol/api/walletRanking.ts'
import { fetchWalletsById } from '../api/directory.ts'
import { areWalletsDiscoveredAtom } from '../state/connections.ts'
import { addDirectoryWalletsAtom, missingWalletIdsAtom } from '../state/directory.ts'
import { showAlertAtom } from '../state/notices.ts'
import { bootstrapAtom } from '../state/options.ts'
import { whenTrue } from '../state/whenTrue.ts'
import type { EffectContext } from './context.ts'

/**
 * Fetches each wallet that the site's options name and the document does not contain, once. The wallet list does not
 * wait for the answer.
 */
export const completeDirectory = ({ store }: EffectContext): void => {
  const requested = new Set<string>()
  const explain = async (unknown: string[]) => {
    if (unknown.length === 0) return
    await whenTrue(store, areWalletsDiscoveredAtom)
    ;(await import('./explainWalletIds.ts')).explainWalletIds(store, unknown)
  }
  const complete = async () => {
    const ids = [...new Set(store.get(missingWalletIdsAtom))].filter((id) => !requested.has(id))
    if (ids.length === 0) return
    for (const id of ids) requested.add(id)
    try {
      const found = await fetchWalletsById(store.get(bootstrapAtom).projectId, ids)
      store.set(addDirectoryWalletsAtom, ids, found)
      explain(ids.filter((id) => !found.some((wallet) => hasAnyWalletId(wallet, [id])))).catch(() => {})
    } catch (error) {
      for (const id of ids) requested.delete(id)
      store.set(addDirectoryWalletsAtom, ids, [])
      store.set(showAlertAtom, error)
    }
  }
  store.sub(missingWalletIdsAtom, () => void complete())
  void complete()
}
