import { afterEach, beforeEach } from 'vitest'
import { server } from './server.ts'

// A request that no test expects is a mistake of the code under test.
beforeEach(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  server.resetHandlers()
  server.close()
})
