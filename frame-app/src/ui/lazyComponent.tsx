import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'

/**
 * A part that comes after what is around it. Where it can't come, the rest goes on without it, and it is asked for again
 * the next time: of itself React keeps a refusal for ever.
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
