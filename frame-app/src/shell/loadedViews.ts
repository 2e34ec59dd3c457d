import { atom } from 'jotai/vanilla'
import type { ReactNode } from 'react'
import { ConnectView, formAtom } from '../features/connect/ConnectView.tsx'
import { firstRows, type ViewRow } from '../features/firstRows.ts'
import { loadLanguageAtom } from '../features/languages/languages.ts'
import type { views } from '../features/views.ts'
import { screenAtom } from '../router/router.ts'
import type { LaterViewName, ViewName } from '../router/screen.ts'
import { NetworkButton } from './lazyNetworkButton.ts'

type ViewState =
  | { status: 'loading' }
  | { status: 'failed' }
  // The data type is `never`, because this union can't express that a view and its screens have the same data type.
  | { status: 'ready'; View: (props: { data: never }) => ReactNode }

const statesAtom = atom<{ [Name in ViewName]?: ViewState }>({ Connect: { status: 'ready', View: ConnectView } })
const tableAtom = atom<typeof views | null>(null)

export const viewStateAtom = atom((get): ViewState => get(statesAtom)[get(screenAtom).view] ?? { status: 'loading' })

/**
 * The row of the current view. Undefined for a view that the first view does not lead to, until the table has loaded.
 */
export const viewRowAtom = atom((get): ViewRow<never> | undefined => {
  const { view } = get(screenAtom)
  const rows: { [Name in ViewName]?: ViewRow<never> } = { ...firstRows, ...get(tableAtom) }
  return rows[view]
})

/** Loads the table of views, which the first view does not need. */
export const loadTableAtom = atom(null, async (_get, set) => {
  const { views, returnFormAtom } = await import('../features/views.ts')
  set(formAtom, returnFormAtom)
  set(tableAtom, views)
  return views
})

const pendingAtom = atom<{ [Name in LaterViewName]?: Promise<void> | undefined }>({})

/** Loads the code of a view. Parallel calls share one load. A view whose code failed to load is loaded again. */
export const loadViewAtom = atom(null, (get, set, name: ViewName): Promise<void> => {
  if (name === 'Connect' || get(statesAtom)[name]?.status === 'ready') return Promise.resolve()
  const settle = (state: ViewState) => set(statesAtom, { ...get(statesAtom), [name]: state })
  const setPending = (pending?: Promise<void>) => set(pendingAtom, { ...get(pendingAtom), [name]: pending })
  const load = async (): Promise<void> => {
    settle({ status: 'loading' })
    try {
      const row = (get(tableAtom) ?? (await set(loadTableAtom)))[name]
      const [View] = await Promise.all([
        row.load(),
        row.headerAction === 'network' && NetworkButton.preload(),
        set(loadLanguageAtom, true),
      ])
      settle({ status: 'ready', View })
    } catch {
      // The component `Screen` shows the failure with a button to try again.
      settle({ status: 'failed' })
    }
    setPending()
  }
  const pending = get(pendingAtom)[name] ?? load()
  setPending(pending)
  return pending
})

/**
 * Loads the code of all views, so that opening the next view needs no request. If the code of a view fails here, it
 * loads again when the visitor opens the view.
 */
export const preloadViewsAtom = atom(null, async (_get, set) => {
  const table = await set(loadTableAtom)
  await Promise.all((Object.keys(table) as LaterViewName[]).map((name) => set(loadViewAtom, name)))
})
