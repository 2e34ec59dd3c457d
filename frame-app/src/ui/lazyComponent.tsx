import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'

/**
 * Loads a component from its own chunk. If the chunk fails to load, nothing appears in its place. If `isRequired`, the
 * error boundary above shows the failure instead. The next mount loads the chunk again. React's own `lazy` keeps a
 * failure forever.
 */
export const lazyComponent = (load: () => Promise<ComponentType>, placeholder?: ReactNode, isRequired?: boolean) => {
  const createLazy = () => lazy(async () => ({ default: await load() }))
  let Component = createLazy()
  const renderNothing = () => {
    Component = createLazy()
    if (isRequired) throw Error()
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
