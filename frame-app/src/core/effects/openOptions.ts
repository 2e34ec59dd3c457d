import type { OpenOptions } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { openErrors } from '@appkit-frame/loader/protocol/errors/openErrors.ts'
import { cleanText } from '@appkit-frame/loader/protocol/messages/cleanText.ts'
import { fetchWalletsById } from '../api/directory.ts'
import { directoryId } from '../api/wallets.ts'
import type { WalletRow } from '../connectors/order.ts'
import { rowsFeaturingAtom } from '../connectors/walletRows.ts'
import { areWalletsDiscoveredAtom } from '../state/connections.ts'
import { addDirectoryWalletsAtom } from '../state/directory.ts'
import { bootstrapAtom } from '../state/options.ts'
import { whenTrue } from '../state/whenTrue.ts'
import type { Store } from './context.ts'
import { suggest } from './explainOption.ts'
import { openFields } from './hostArguments.ts'

/** Views that AppKit's users know and that this modal does not have yet. */
const unbuiltViews = [
  'ApproveTransaction',
  'OnRampProviders',
  'Swap',
  'Transactions',
  'WalletSend',
  'WhatIsABuy',
  'WhatIsANetwork',
]

/** Throws if the page names a view that it can't open. Otherwise returns the row of the wallet that the page names. */
export const checkOpen = async (
  store: Store,
  refusedView: unknown,
  wallet: OpenOptions['wallet'],
): Promise<WalletRow | null> => {
  if (refusedView) throw report(viewError(cleanText(String(refusedView), 64)))
  if (!wallet) return null
  const row = await findWallet(store, wallet)
  if (!row) throw report(new AppError(openErrors.UNKNOWN_WALLET, { values: { wallet: cleanText(wallet, 64) } }))
  return row
}

const viewError = (view: string): AppError =>
  unbuiltViews.includes(view)
    ? new AppError(openErrors.VIEW_NOT_AVAILABLE, { values: { view } })
    : new AppError(openErrors.UNKNOWN_VIEW, { values: { view, hint: suggest(openFields.view.options, view) } })

/**
 * Names the mistake in the console too, because a button with `data-appkit-open` has no code that catches the error.
 */
const report = (error: AppError): AppError => {
  console.error(`AppKit: ${error.message}`)
  return error
}

/**
 * Returns the row of a wallet of the page, of the directory or of `customWallets`, unless the site hides the wallet.
 */
const findWallet = async (store: Store, wallet: string): Promise<WalletRow | undefined> => {
  await whenTrue(store, areWalletsDiscoveredAtom)
  const ids = [wallet, await directoryId(wallet)]
  const find = () =>
    store
      .get(rowsFeaturingAtom)(ids)
      .find(({ id, offeredId, wallet: listed, walletIds = {} }) =>
        [id, offeredId, listed?.other_id, ...Object.values(walletIds)].some((each) => each && ids.includes(each)),
      )
  const row = find()
  if (row) return row
  const { projectId } = store.get(bootstrapAtom)
  store.set(addDirectoryWalletsAtom, ids, await fetchWalletsById(projectId, ids))
  return find()
}
