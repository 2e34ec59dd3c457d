import { type ComponentType, lazy, Suspense } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'

/**
 * Parts that no first view shows: they come after it, and where they can't come, the rest goes on without them.
 */
const later = (load: () => Promise<ComponentType>) => {
  const Part = lazy(async () => ({ default: await load() }))
  return () => (
    <ErrorBoundary fallback={() => null}>
      <Suspense>
        <Part />
      </Suspense>
    </ErrorBoundary>
  )
}

export const LaterAlerts = later(async () => (await import('./Alerts.tsx')).Alerts)
export const LaterToasts = later(async () => (await import('./ToastPlace.tsx')).ToastPlace)
