import { afterEach, beforeEach } from 'vitest'
import { server } from './server.ts'

// An HTTP request for which a test defines no answer is a bug, so it fails the test.
beforeEach(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  server.resetHandlers()
  server.close()
})
