import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'

/**
 * Loads a component from its own chunk. If the chunk fails to load, nothing appears in its place, and the next mount
 * loads it again. React's own `lazy` keeps a failure forever.
 */
export const lazyComponent = (load: () => Promise<ComponentType>, placeholder?: ReactNode) => {
  const createLazy = () => lazy(async () => ({ default: await load() }))
  let Component = createLazy()
  const renderNothing = () => {
    Component = createLazy()
    return null
  }
  return () => (
    <ErrorBoundary fallback={renderNothing}>
      <Suspense fallback={placeholder}>
        <Component />
      </Suspense>
    </ErrorBoundary>
  )
}
