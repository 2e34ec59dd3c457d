import '../ui/base.css'
import { Provider } from 'jotai/react'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { walletRowsAtom } from '../core/connectors/walletRows.ts'
import { isPhone, readDevice } from '../core/domain/device.ts'
import type { Store } from '../core/effects/context.ts'
import { setIsPhoneAtom } from '../core/state/device.ts'
import { openAtom } from '../core/state/modal.ts'
import { localeAtom } from '../core/state/options.ts'
import { setTypedEmailAtom } from '../core/state/typedEmail.ts'
import { loadLanguageAtom } from '../features/languages/languages.ts'
import { screenAtom } from '../router/router.ts'
import { App } from './App.tsx'

export { createFirstStore } from './firstView.ts'

import { loadViewAtom, preloadViewsAtom } from './loadedViews.ts'

/** Preloading starts after the first view, and only in an open modal. */
const preloadMs = 500

type Mounting = {
  store: Store
  /** Contains the prerendered first view, or nothing. */
  root: HTMLElement
  /** The state of the prerendered view, if there is one. */
  firstStore?: Store
  /** Called when the views handle events themselves. */
  onReady?: () => void
}

/**
 * Renders the modal once the visitor's language has loaded. React takes over the nodes of the prerendered view if the
 * visitor should see that view, and replaces them otherwise. Returns the unmount function.
 */
export const mount = async ({ store, root, firstStore, onReady = () => {} }: Mounting): Promise<() => void> => {
  const preload = () => store.get(openAtom) && setTimeout(() => void store.set(preloadViewsAtom), preloadMs)
  const loadView = () => void store.set(loadViewAtom, store.get(screenAtom).view)
  store.sub(screenAtom, loadView)
  store.sub(openAtom, preload)
  store.sub(localeAtom, () => void store.set(loadLanguageAtom))
  loadView()
  await store.set(loadLanguageAtom)
  const first = firstStore && showsFirstView(store, root, firstStore) ? firstStore : store
  const tree = <TakeOver store={store} firstStore={first} onReady={onReady} />
  adoptEmail(store, root)
  if (first === store) root.replaceChildren()
  document.body.hidden = false
  const mounted = first === store ? createRoot(root) : hydrateRoot(root, tree, { onRecoverableError: reportMismatch })
  if (first === store) mounted.render(tree)
  preload()
  return () => mounted.unmount()
}

/** React found other nodes than it would render, and replaced them. The visitor sees no difference. */
const reportMismatch = (error: unknown): void => console.error('AppKit: rendered again', error)

const showsFirstView = (store: Store, root: HTMLElement, firstStore: Store): boolean => {
  const shown = [...root.querySelectorAll<HTMLElement>('[data-testid^="wallet-selector-"]')]
  const rows = firstStore.get(walletRowsAtom)
  return (
    !document.body.hidden &&
    store.get(screenAtom).view === 'Connect' &&
    rows.length === shown.length &&
    rows.every(({ id }, index) => shown[index]?.dataset.testid === `wallet-selector-${id}`)
  )
}

/** Hydrates the first view with the state of the document, and then shows the present state. */
const TakeOver = ({ store, firstStore, onReady }: Required<Omit<Mounting, 'root'>>): ReactNode => {
  const [current, setCurrent] = useState(firstStore)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useLayoutEffect(() => {
    // The server can't recognise a tablet that poses as a desktop.
    store.set(setIsPhoneAtom, isPhone(readDevice(window)))
    setCurrent(store)
    onReady()
  }, [])
  return (
    <Provider store={current}>
      <App />
    </Provider>
  )
}

/** Adopts what the visitor typed before React ran, which React would reset. */
const adoptEmail = (store: Store, root: HTMLElement): void => {
  const field = root.querySelector<HTMLInputElement>('input[type="email"]')
  if (field?.value) store.set(setTypedEmailAtom, field.value.trim())
}
