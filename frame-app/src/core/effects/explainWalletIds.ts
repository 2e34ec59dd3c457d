import { hasAnyWalletId } from '@appkit-frame/loader/protocol/api/walletRanking.ts'
import { pageWalletsAtom } from '../state/connections.ts'
import { directoryAtom } from '../state/directory.ts'
import { optionsAtom } from '../state/options.ts'
import type { Store } from './context.ts'
import { nearest } from './explainOption.ts'

const lists = ['featuredWalletIds', 'includeWalletIds', 'excludeWalletIds'] as const

/**
 * Tells the site's developer which of the ids that the directory lacks name no other wallet either. An id with a dot
 * or a colon may be that of a page's wallet which this visitor does not have.
 */
export const explainWalletIds = (store: Store, ids: readonly string[]): void => {
  const options = store.get(optionsAtom)
  const others = [...options.customWallets, ...store.get(pageWalletsAtom)].map(({ id }) => id)
  // Those in the document and those that the site's options name, so that a mistake costs visitors no request.
  const wallets = store.get(directoryAtom)
  for (const id of ids.filter((each) => !/[.:]/.test(each) && !others.includes(each))) {
    const known = nearest(
      [...others, ...wallets.flatMap((wallet) => (wallet.other_id ? [wallet.id, wallet.other_id] : [wallet.id]))],
      id,
    )
    const named = wallets.find((wallet) => (known ? hasAnyWalletId(wallet, [known]) : isCalled(wallet, id)))
    const right = known ?? named?.id
    const hint = right ? ` Did you mean ${right}${named ? ` (${named.name})` : ''}?` : ''
    const option = lists.find((list) => options[list].includes(id))
    console.error(`AppKit: the option ${option} names a wallet that the directory lacks: ${JSON.stringify(id)}.${hint}`)
  }
}

const isCalled = ({ name }: { name: string }, written: string): boolean => name.toLowerCase() === written.toLowerCase()
