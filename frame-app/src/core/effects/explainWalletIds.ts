import { hasAnyWalletId } from '@appkit-frame/loader/protocol/api/walletRanking.ts'
import { fetchDirectoryPage } from '../api/directory.ts'
import { pageWalletsAtom } from '../state/connections.ts'
import { bootstrapAtom, optionsAtom } from '../state/options.ts'
import type { Store } from './context.ts'
import { nearest } from './explainOption.ts'

const lists = ['featuredWalletIds', 'includeWalletIds', 'excludeWalletIds'] as const

/**
 * Tells the site's developer which of the ids that the directory lacks name no other wallet either. An id with a dot
 * may be the rdns of a wallet that this visitor does not have.
 */
export const explainWalletIds = async (store: Store, ids: readonly string[]): Promise<void> => {
  const options = store.get(optionsAtom)
  const others = [...options.customWallets, ...store.get(pageWalletsAtom)].map(({ id }) => id)
  const unknown = ids.filter((id) => !id.includes('.') && !others.includes(id))
  if (unknown.length === 0) return
  const wallets = await fetchWholeDirectory(store)
  for (const id of unknown) {
    const known = nearest([...others, ...wallets.flatMap((wallet) => [wallet.id, wallet.other_id ?? []].flat())], id)
    const named = wallets.find((wallet) => (known ? hasAnyWalletId(wallet, [known]) : isCalled(wallet, id)))
    const right = known ?? named?.id
    const hint = right ? ` Did you mean ${right}${named ? ` (${named.name})` : ''}?` : ''
    const option = lists.find((list) => options[list].includes(id))
    console.error(`AppKit: the option ${option} names a wallet that the directory lacks: ${JSON.stringify(id)}.${hint}`)
  }
}

/** The first wallets of the directory. It ships with fewer than one page has. */
const fetchWholeDirectory = async (store: Store) => {
  const { projectId } = store.get(bootstrapAtom)
  const all = { search: '', certifiedOnly: false, platform: undefined, chains: [], include: [], exclude: [] }
  const { data } = await fetchDirectoryPage({ projectId, page: 1, entries: 100, ...all }).catch(() => ({ data: [] }))
  return data
}

const isCalled = ({ name }: { name: string }, written: string): boolean => name.toLowerCase() === written.toLowerCase()
