import '../ui/base.css'
import { Provider } from 'jotai/react'
import type { ReactNode } from 'react'
import { prerender as renderTree } from 'react-dom/static.edge'
import { defaultOrder, type WalletRow } from '../core/connectors/order.ts'
import { walletRowsAtom } from '../core/connectors/walletRows.ts'
import type { Store } from '../core/effects/context.ts'
import { bootstrapAtom, optionsAtom } from '../core/state/options.ts'
import { WalletItem } from '../features/connect/WalletList.tsx'
import { generalMessages } from '../features/messages.ts'
import { useMessages } from '../features/useMessages.ts'
import { App } from '../shell/App.tsx'
import { createFirstStore, type FirstViewFacts } from '../shell/firstView.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

/**
 * Renders the first view as the views will render it, so that React takes the nodes over. The server calls this from the
 * built file. `template`: the rows that the document's script copies, for wallets that the server can't know. `failure`:
 * the notice that the core shows if the views do not load.
 */
export const prerender = async (
  facts: FirstViewFacts,
): Promise<{ root: string; template: string; failure: string }> => {
  const store = await createFirstStore(facts)
  const index = indexOfPageRows(store)
  const rows = [pageRow('installed'), pageRow('recent')].map((row) => <WalletItem key={row.tag} row={row} />)
  const [root, copies, failure] = await Promise.all([
    render(store, <App />),
    index === undefined ? '' : render(store, rows),
    render(store, <LoadFailure />),
  ])
  return { root, template: index === undefined ? '' : `${openTemplate(store, index)}${copies}</template>`, failure }
}

const render = async (store: Store, tree: ReactNode): Promise<string> => {
  const { prelude } = await renderTree(<Provider store={store}>{tree}</Provider>, {
    // Larger boundaries would arrive through inline scripts, which the policy forbids.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  })
  return new Response(prelude).text()
}

/** The script fills in id, name and icon. */
const pageRow = (tag: 'installed' | 'recent'): WalletRow => ({
  id: '',
  name: '',
  iconUrl: 'data:,',
  tag,
  kind: 'injected',
  connectorId: 'injected',
})

/**
 * How many rows precede the recent wallets and the wallets of the page. Undefined if rows stand between the two, or if
 * the project's options decide by more than the kind which wallets of the page it shows. Then the views add those rows.
 */
const indexOfPageRows = (store: Store): number | undefined => {
  const { connectorTypeOrder, includeWalletIds, excludeWalletIds } = store.get(optionsAtom)
  const hasEvm = store.get(bootstrapAtom).networks.some(({ chainNamespace }) => chainNamespace === 'eip155')
  const order = [...new Set([...connectorTypeOrder, ...defaultOrder])]
  const before = (kind: WalletRow['kind']) =>
    store.get(walletRowsAtom).filter((row) => order.indexOf(row.kind) < order.indexOf(kind)).length
  const isSimple = hasEvm && includeWalletIds.length + excludeWalletIds.length === 0
  return isSimple && order.indexOf('recent') < order.indexOf('injected') && before('recent') === before('injected')
    ? before('recent')
    : undefined
}

const openTemplate = (store: Store, index: number): string => {
  const offered = store.get(bootstrapAtom).wallets.flatMap(({ id, rdns }) => (rdns ? [[rdns, id]] : []))
  return `<template data-index="${index}" data-ids='${escapeAttribute(JSON.stringify(Object.fromEntries(offered)))}'>`
}

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll("'", '&#39;')

const LoadFailure = () => {
  const text = useMessages(generalMessages)
  return (
    <Notice
      tone="danger"
      title={text.chunkFailed}
      action={
        <Button size="small" icon="retry">
          {text.tryAgain}
        </Button>
      }
    >
      {text.chunkFailedNext}
    </Notice>
  )
}
