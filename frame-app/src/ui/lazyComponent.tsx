import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'

/**
 * Loads a component in a separate chunk. If the chunk fails, the component is left out and loads again on the next
 * render, because React's `lazy` keeps a failure forever.
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
