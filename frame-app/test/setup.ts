import { afterEach, beforeEach } from 'vitest'
import { mockServer } from './server.ts'

// Queries such as `findByText` wait for one second by default, which is too short on a busy machine.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 15_000 })
}

// An HTTP request for which a test defines no answer is a bug, so it fails the test.
beforeEach(() => mockServer.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  mockServer.resetHandlers()
  mockServer.close()
})
