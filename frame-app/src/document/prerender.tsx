import '../ui/base.css'
import type { CaipAddress } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { Provider } from 'jotai/react'
import type { ReactNode } from 'react'
import { prerender as renderTree } from 'react-dom/static.edge'
import { defaultOrder, type WalletRow } from '../core/connectors/order.ts'
import { walletRowsAtom } from '../core/connectors/walletRows.ts'
import { balanceKey } from '../core/domain/rememberedAccount.ts'
import type { Store } from '../core/effects/context.ts'
import { setAccountAtom } from '../core/state/accounts.ts'
import { setHandshakeWalletsAtom } from '../core/state/connections.ts'
import { setAccountLabelAtom } from '../core/state/labels.ts'
import { bootstrapAtom, optionsAtom } from '../core/state/options.ts'
import { writeStorageAtom } from '../core/state/storage.ts'
import { WalletItem } from '../features/connect/WalletList.tsx'
import { generalMessages } from '../features/messages.ts'
import { useMessages } from '../features/useMessages.ts'
import { startHistoryAtom } from '../router/router.ts'
import { App } from '../shell/App.tsx'
import { createFirstViewStore, type FirstViewInputs } from '../shell/firstView.ts'
import { loadViewAtom } from '../shell/loadedViews.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

/**
 * Renders the first view exactly as the views will, so that React can take over the nodes. The server calls this
 * function from the built file. `template` has the rows that the document's script copies for wallets that the server
 * can't know, and the account view that the document's second script fills. `failure` is the notice that the core shows
 * if the views do not load.
 */
export const prerender = async (
  facts: FirstViewInputs,
): Promise<{ root: string; template: string; failure: string }> => {
  const store = await createFirstViewStore(facts)
  const index = indexOfPageRows(store)
  const rows = [pageRow('installed'), pageRow('recent')].map((row) => <WalletItem key={row.tag} row={row} />)
  const [root, copies, failure, account] = await Promise.all([
    render(store, <App />),
    index === undefined ? '' : render(store, rows),
    render(store, <LoadFailure />),
    renderAccount(facts),
  ])
  const list = index === undefined ? '' : `${openTemplate(store, index)}${copies}</template>`
  return { root, template: list + account, failure }
}

/**
 * Renders the account view with an account that does not exist, and without what only this account would have. The view
 * has every optional line, and the document's script removes those that the visitor's account lacks. A project that
 * requires a sign-in has no such view, because its visitors may have to sign in first.
 */
const renderAccount = async (facts: FirstViewInputs): Promise<string> => {
  const { defaultNetwork: caipNetworkId, options } = facts.bootstrap
  if (options.signIn === 'required') return ''
  // The default network may have no explorer, while the visitor's network has one.
  const networks = facts.bootstrap.networks.map((network) => ({ ...network, blockExplorer: anyExplorer }))
  const store = await createFirstViewStore({ ...facts, bootstrap: { ...facts.bootstrap, networks } })
  const [namespace] = caipNetworkId.split(':') as [ChainNamespace]
  const caipAddress: CaipAddress = `${caipNetworkId}:-`
  const connectorId = ' '
  await store.set(setHandshakeWalletsAtom, [{ id: connectorId, name: connectorId }], { [connectorId]: 'data:,' })
  store.set(setAccountAtom, namespace, { status: 'connected', caipAddress, caipNetworkId, connectorId })
  store.set(setAccountLabelAtom, caipAddress, '-')
  store.set(writeStorageAtom, balanceKey, { caipAddress, amount: longAmount, at: 0 })
  store.set(startHistoryAtom, { view: 'Account' })
  await store.set(loadViewAtom, 'Account')
  const markup = await render(store, <App />)
  const neutral = markup
    .replace(/ (?:href|title|target|rel)="[^"]*"|<img[^>]*>/g, '')
    // Without an address a link does nothing. The document's script keeps a press on a button.
    .replace(/(<\/?)a\b/g, '$1button')
    .replace(/<g .*?<\/g>/gs, '<circle cx="20" cy="20" r="20" fill="#8882"/>')
  return `<template id="account">${neutral}</template>`
}

const longAmount = '9'.repeat(40)
const anyExplorer = { name: '-', url: 'https://explorer.invalid' }

const render = async (store: Store, tree: ReactNode): Promise<string> => {
  const { prelude } = await renderTree(<Provider store={store}>{tree}</Provider>, {
    // Without this limit React would send large parts through inline scripts, which the CSP forbids.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  })
  return new Response(prelude).text()
}

/** A row that the document's script copies and fills with id, name and icon. */
const pageRow = (tag: 'installed' | 'recent'): WalletRow => ({
  id: '',
  name: '',
  iconUrl: 'data:,',
  tag,
  kind: 'injected',
  connectorId: 'injected',
})

/**
 * The index in the list at which the document's script adds the recent wallets and then the page's wallets. Undefined
 * if other rows stand between these two groups. Also undefined if the project includes or excludes single wallets or
 * sets their icons, because the script can't apply such options, or if it hides the list. The views then add the rows.
 */
const indexOfPageRows = (store: Store): number | undefined => {
  const options = store.get(optionsAtom)
  const { connectorTypeOrder, includeWalletIds, excludeWalletIds, collapseWallets, connectorImages } = options
  const { email, networks } = store.get(bootstrapAtom)
  const hasEvm = networks.some(({ chainNamespace }) => chainNamespace === 'eip155')
  const order = [...new Set([...connectorTypeOrder, ...defaultOrder])]
  const before = (kind: WalletRow['kind']) =>
    store.get(walletRowsAtom).filter((row) => order.indexOf(row.kind) < order.indexOf(kind)).length
  const special = [...includeWalletIds, ...excludeWalletIds, ...Object.keys(connectorImages)]
  const isSimple = hasEvm && !(email && collapseWallets) && special.length === 0
  return isSimple && order.indexOf('recent') < order.indexOf('injected') && before('recent') === before('injected')
    ? before('recent')
    : undefined
}

const openTemplate = (store: Store, index: number): string => {
  const offered = store
    .get(bootstrapAtom)
    .wallets.flatMap(({ id, rdns, other_id }) => [rdns, other_id].flatMap((other) => (other ? [[other, id]] : [])))
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
