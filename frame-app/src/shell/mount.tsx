import '../ui/base.css'
import { Provider } from 'jotai/react'
import { type ReactNode, useInsertionEffect, useLayoutEffect, useState } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { walletRowsAtom } from '../core/connectors/walletRows.ts'
import { isPhone, readDevice } from '../core/domain/device.ts'
import type { Store } from '../core/effects/context.ts'
import { setIsPhoneAtom } from '../core/state/device.ts'
import { isOpenAtom } from '../core/state/modal.ts'
import { acceptLegalAtom, localeAtom } from '../core/state/options.ts'
import { setTypedEmailAtom } from '../core/state/typedEmail.ts'
import type { EarlyInput } from '../document/takeOver.ts'
import { loadLanguageAtom } from '../features/languages/languages.ts'
import { pressedViewAtom, pressRowAtom } from '../router/chooseRow.ts'
import { screenAtom } from '../router/router.ts'
import { App } from './App.tsx'

export { createFirstViewStore } from './firstView.ts'

import { loadTableAtom, loadViewAtom, preloadViewsAtom } from './loadedViews.ts'

/** The time after the first view at which the code of other views starts to load, if the modal is open. */
const preloadMs = 500

type Mounting = {
  store: Store
  /** The element that contains the prerendered first view, or nothing. */
  root: HTMLElement
  /** The store whose first view the document contains. Absent if the document has no prerendered view. */
  firstStore?: Store
  /** The visitor's input before the views can handle it. Absent if the document has no script that keeps it. */
  input?: EarlyInput
}

/**
 * Renders the modal after the visitor's language has loaded. If the prerendered view is the one to show, React takes
 * over its nodes; otherwise React replaces them. Returns the unmount function.
 */
export const mount = async ({ store, root, firstStore, input }: Mounting): Promise<() => void> => {
  const preload = () => {
    if (!store.get(isOpenAtom)) return
    void store.set(loadTableAtom)
    void store.set(loadLanguageAtom, true)
    setTimeout(() => void store.set(preloadViewsAtom), preloadMs)
  }
  const loadView = () => store.set(loadViewAtom, store.get(screenAtom).view)
  store.sub(screenAtom, () => void loadView())
  store.sub(isOpenAtom, preload)
  store.sub(localeAtom, () => void store.set(loadLanguageAtom, true))
  const pressRow = (focusKey: string) => store.get(screenAtom).view === 'Connect' && store.set(pressRowAtom, focusKey)
  // React then renders the next view at once, instead of first taking over the view with the row.
  input?.performPress(pressRow)
  const pressedKey = input?.pressedKey()
  const pressedView = pressedKey === undefined ? undefined : store.set(pressedViewAtom, pressedKey)
  // Loads the view of a press that waits for the page's `open`, so that the press waits for no request after that.
  const loadPressedView = pressedView && store.set(loadViewAtom, pressedView)
  await Promise.all([loadView(), loadPressedView, store.set(loadLanguageAtom, false)])
  const first = firstStore && showsFirstView(store, root, firstStore) ? firstStore : store
  const handOver = input?.keepFromReact(pressRow)
  const onReady = () => {
    handOver?.()
    preload()
  }
  const tree = <TakeOver store={store} root={root} firstStore={first} onReady={onReady} />
  adoptInput(store, root)
  const mounted = first === store ? createRoot(root) : hydrateRoot(root, tree, { onRecoverableError: reportMismatch })
  if (first === store) mounted.render(tree)
  return () => mounted.unmount()
}

/**
 * Logs that the prerendered nodes differ from those that React renders. React replaces them, and the visitor sees no
 * difference.
 */
const reportMismatch = (error: unknown): void => console.error('AppKit: rendered again', error)

const showsFirstView = (store: Store, root: HTMLElement, firstStore: Store): boolean => {
  const shown = [...root.querySelectorAll<HTMLElement>('[data-testid^="wallet-selector-"]')]
  const rows = firstStore.get(walletRowsAtom)
  return (
    !root.hidden &&
    store.get(screenAtom).view === 'Connect' &&
    rows.length === shown.length &&
    rows.every(({ id }, index) => shown[index]?.dataset.testid === `wallet-selector-${id}`)
  )
}

/** Hydrates the first view with the state of the document, and then renders it with the current state. */
const TakeOver = ({
  store,
  root,
  firstStore,
  onReady,
}: {
  store: Store
  root: HTMLElement
  firstStore: Store
  onReady: () => void
}): ReactNode => {
  const [current, setCurrent] = useState(firstStore)
  // Runs before all layout effects, because these measure the view and focus its heading.
  useInsertionEffect(() => {
    root.hidden = false
    delete root.dataset.account
  }, [root])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after hydration
  useLayoutEffect(() => {
    // Corrects the device, because the server can't recognise a tablet that poses as a desktop.
    store.set(setIsPhoneAtom, isPhone(readDevice(window)))
    // A browser may have filled in the form since `hydrateRoot`.
    adoptInput(store, root)
    setCurrent(store)
    onReady()
  }, [])
  return (
    <Provider store={current}>
      <App />
    </Provider>
  )
}

/**
 * Copies into the store the e-mail address that the visitor typed, and the legal box that they ticked, before React
 * ran. Otherwise React would reset the field and the box.
 */
const adoptInput = (store: Store, root: HTMLElement): void => {
  const field = root.querySelector<HTMLInputElement>('input[type="email"]')
  if (field?.value) store.set(setTypedEmailAtom, field.value.trim())
  if (root.querySelector(':checked')) store.set(acceptLegalAtom, true)
}
