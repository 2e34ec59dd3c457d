import '../ui/tokens.css'
import '../ui/reset.css'
import { Provider } from 'jotai/react'
import { createRoot } from 'react-dom/client'
import type { Store } from '../effects/context.ts'
import { expectRowsAtom, readExpectedRows } from '../features/connect/expectedRows.ts'
import { loadLanguageAtom } from '../features/language.ts'
import { screenAtom } from '../router/router.ts'
import { openAtom } from '../state/modal.ts'
import { localeAtom } from '../state/options.ts'
import { App } from './App.tsx'
import { loadViewAtom, preloadViewsAtom } from './loadedViews.ts'
import { countVisitAtom } from './visit.ts'

/** Draws the modal over what was prerendered, once the words of the visitor's language are there. Returns its end. */
export const mount = async (store: Store, root: HTMLElement): Promise<() => void> => {
  store.set(expectRowsAtom, readExpectedRows(location.search))
  const loadView = () => void store.set(loadViewAtom, store.get(screenAtom).view)
  store.sub(screenAtom, loadView)
  store.sub(openAtom, () => store.set(countVisitAtom))
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
  whenIdle(() => void store.set(preloadViewsAtom))
  return () => tree.unmount()
}

/** Safari has no idle callback; half a second is late enough for it. */
const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 2_000 })
  else setTimeout(run, 500)
}
