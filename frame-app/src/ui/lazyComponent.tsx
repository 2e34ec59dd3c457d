import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'

/**
 * A component in a chunk of its own. If the chunk fails to load, the component is left out and loads again on the next
 * render: React's own `lazy` keeps a failure forever.
 */
export const lazyComponent = (load: () => Promise<ComponentType>, waiting?: ReactNode) => {
  const ask = () => lazy(async () => ({ default: await load() }))
  let Part = ask()
  const leaveOut = () => {
    Part = ask()
    return null
  }
  return () => (
    <ErrorBoundary fallback={leaveOut}>
      <Suspense fallback={waiting}>
        <Part />
      </Suspense>
    </ErrorBoundary>
  )
}
