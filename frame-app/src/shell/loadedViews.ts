import { atom } from 'jotai/vanilla'
import type { ReactNode } from 'react'
import { ConnectView } from '../features/connect/ConnectView.tsx'
import { views } from '../features/views.ts'
import { screenAtom } from '../router/router.ts'
import type { ViewName } from '../router/screen.ts'
import { reloadFailedStyles } from './failedStyles.ts'

type ViewState =
  | { status: 'loading' }
  | { status: 'failed' }
  // The table of views gives each view and its screens the same data type, which this union cannot express.
  | { status: 'ready'; View: (props: { data: never }) => ReactNode }

const statesAtom = atom<{ [Name in ViewName]?: ViewState }>({ Connect: { status: 'ready', View: ConnectView } })

export const viewStateAtom = atom((get): ViewState => get(statesAtom)[get(screenAtom).view] ?? { status: 'loading' })

/** Loads a view, also once more after a failure. */
export const loadViewAtom = atom(null, async (get, set, name: ViewName): Promise<void> => {
  reloadFailedStyles()
  const status = get(statesAtom)[name]?.status
  const row = views[name]
  if (!('load' in row) || status === 'ready' || status === 'loading') return
  const settle = (state: ViewState) => set(statesAtom, { ...get(statesAtom), [name]: state })
  settle({ status: 'loading' })
  try {
    settle({ status: 'ready', View: await row.load() })
  } catch {
    // `Screen` shows the failure with a button to try again.
    settle({ status: 'failed' })
  }
})

/**
 * Loads all other views, so that the next step needs no network. A chunk that fails here loads again when the visitor
 * opens its view.
 */
export const preloadViewsAtom = atom(null, async (_get, set) => {
  await Promise.all((Object.keys(views) as ViewName[]).map((name) => set(loadViewAtom, name)))
})
