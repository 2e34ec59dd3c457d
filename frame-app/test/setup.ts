import { afterEach, beforeEach } from 'vitest'
import { mockServer } from './server.ts'

// An HTTP request for which a test defines no answer is a bug, so it fails the test.
beforeEach(() => mockServer.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  mockServer.resetHandlers()
  mockServer.close()
})
