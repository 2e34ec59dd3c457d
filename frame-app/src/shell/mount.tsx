import '../ui/base.css'
import { Provider } from 'jotai/react'
import { createRoot } from 'react-dom/client'
import type { Store } from '../core/effects/context.ts'
import { openAtom } from '../core/state/modal.ts'
import { localeAtom } from '../core/state/options.ts'
import { loadLanguageAtom } from '../features/languages/languages.ts'
import { screenAtom } from '../router/router.ts'
import { App } from './App.tsx'
import { loadViewAtom, preloadViewsAtom } from './loadedViews.ts'
import { countVisitAtom } from './visit.ts'

/** Preloading starts after the first view, and only in an open modal. */
const preloadMs = 500

/**
 * Renders the modal over the prerendered document once the visitor's language has loaded. Returns the unmount function.
 */
export const mount = async (store: Store, root: HTMLElement): Promise<() => void> => {
  const preload = () => store.get(openAtom) && setTimeout(() => void store.set(preloadViewsAtom), preloadMs)
  const loadView = () => void store.set(loadViewAtom, store.get(screenAtom).view)
  store.sub(screenAtom, loadView)
  store.sub(openAtom, () => {
    store.set(countVisitAtom)
    preload()
  })
  store.sub(localeAtom, () => void store.set(loadLanguageAtom))
  loadView()
  store.set(countVisitAtom)
  await store.set(loadLanguageAtom)
  const tree = createRoot(root)
  tree.render(
    <Provider store={store}>
      <App />
    </Provider>,
  )
  preload()
  return () => tree.unmount()
}
