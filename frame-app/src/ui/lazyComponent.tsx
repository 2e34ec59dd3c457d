import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'

/**
 * Loads a component in a separate chunk. If the chunk fails, the component is left out and loads again on the next
 * render, because React's `lazy` keeps a failure forever.
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
