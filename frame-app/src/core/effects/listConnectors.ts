import type { Connector } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { walletRowsAtom } from '../connectors/walletRows.ts'
import { areWalletsDiscoveredAtom } from '../state/connections.ts'
import { whenTrue } from '../state/whenTrue.ts'
import type { Store } from './context.ts'

/** Only the first rows of the list show recommended wallets. `ListItem.module.css` hides the others. */
const rowsWithRecommended = 5

/** The wallets of the Connect view in its order. A row whose wallet the directory has not named yet is left out. */
export const listConnectors = async (store: Store): Promise<Connector[]> => {
  await whenTrue(store, areWalletsDiscoveredAtom)
  return store
    .get(walletRowsAtom)
    .filter(({ kind }, at) => kind !== 'recommended' || at < rowsWithRecommended)
    .filter(({ isPending }) => !isPending)
    .map(({ id, name, kind, connectorId, iconUrl }) => ({
      id,
      name,
      type: kind,
      isInstalled: connectorId === 'injected',
      // The server's images have paths, which mean nothing in the page.
      ...(iconUrl && { imageUrl: new URL(iconUrl, location.origin).href }),
    }))
}
