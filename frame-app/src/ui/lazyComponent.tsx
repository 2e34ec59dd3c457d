import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'

/**
 * Loads a component from its own chunk. If the chunk fails to load, nothing appears in its place. If `isRequired`, the
 * error boundary above shows the failure instead. The next mount loads the chunk again. React's own `lazy` keeps a
 * failure forever. After `preload` the component appears at once.
 */
export const lazyComponent = (load: () => Promise<ComponentType>, placeholder?: ReactNode, isRequired?: boolean) => {
  const createLazy = () => lazy(async () => ({ default: await load() }))
  let Component = createLazy()
  const renderNothing = () => {
    Component = createLazy()
    if (isRequired) throw Error()
    return null
  }
  let Loaded: ComponentType | undefined
  const preload = async (): Promise<void> => {
    Loaded ??= await load()
  }
  return Object.assign(
    () => (
      <FirstChoice choose={() => Loaded}>
        <ErrorBoundary fallback={renderNothing}>
          <Suspense fallback={placeholder}>
            <Component />
          </Suspense>
        </ErrorBoundary>
      </FirstChoice>
    ),
    { preload },
  )
}

/** Renders the chosen component, or else the children. A later choice would lose the state and the focus. */
const FirstChoice = ({ choose, children }: { choose: () => ComponentType | undefined; children: ReactNode }) => {
  const [Chosen] = useState(choose)
  return Chosen ? <Chosen /> : children
}
