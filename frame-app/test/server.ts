import { setupServer } from 'msw/node'

/** Intercepts every HTTP request of the tests. Each test defines the answers. */
export const mockServer = setupServer()
