import { atom } from 'jotai/vanilla'
import type { ReactNode } from 'react'
import { ConnectView } from '../features/connect/ConnectView.tsx'
import { views } from '../features/views.ts'
import { screenAtom } from '../router/router.ts'
import type { ViewName } from '../router/screen.ts'
import { NetworkButton } from './HeaderAction.tsx'

type ViewState =
  | { status: 'loading' }
  | { status: 'failed' }
  // The data type is `never`, because this union can't express that a view and its screens have the same data type.
  | { status: 'ready'; View: (props: { data: never }) => ReactNode }

const statesAtom = atom<{ [Name in ViewName]?: ViewState }>({ Connect: { status: 'ready', View: ConnectView } })

export const viewStateAtom = atom((get): ViewState => get(statesAtom)[get(screenAtom).view] ?? { status: 'loading' })

/** Loads the code of a view. A view whose code failed to load is loaded again. */
export const loadViewAtom = atom(null, async (get, set, name: ViewName): Promise<void> => {
  const status = get(statesAtom)[name]?.status
  const row = views[name]
  if (!('load' in row) || status === 'ready' || status === 'loading') return
  const settle = (state: ViewState) => set(statesAtom, { ...get(statesAtom), [name]: state })
  settle({ status: 'loading' })
  try {
    const [View] = await Promise.all([row.load(), row.headerAction === 'network' && NetworkButton.preload()])
    settle({ status: 'ready', View })
  } catch {
    // The component `Screen` shows the failure with a button to try again.
    settle({ status: 'failed' })
  }
})

/**
 * Loads the code of all views, so that opening the next view needs no request. If the code of a view fails here, it loads again
 * when the visitor opens the view.
 */
export const preloadViewsAtom = atom(null, async (_get, set) => {
  await Promise.all((Object.keys(views) as ViewName[]).map((name) => set(loadViewAtom, name)))
})
