import { atom } from 'jotai/vanilla'
import type { ReactNode } from 'react'
import { ConnectView } from '../features/connect/ConnectView.tsx'
import { views } from '../features/views.ts'
import { screenAtom } from '../router/router.ts'
import type { ViewName } from '../router/screen.ts'
import { reloadFailedStyles } from './failedStyles.ts'

export type ViewState =
  | { status: 'loading' }
  | { status: 'failed' }
  // The table ties each view to the data that its screens carry, so here the data is whatever the screen has.
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
    // Shown in the view's place, with a way to ask again.
    settle({ status: 'failed' })
  }
})

/** So that the next step needs no network. A chunk that fails here is asked for again when it is needed. */
export const preloadViewsAtom = atom(null, async (_get, set) => {
  await Promise.all((Object.keys(views) as ViewName[]).map((name) => set(loadViewAtom, name)))
})
