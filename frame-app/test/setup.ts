import { afterEach, beforeEach } from 'vitest'
import { server } from './server.ts'

// A request without a defined answer is a bug, so it fails the test.
beforeEach(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  server.resetHandlers()
  server.close()
})
