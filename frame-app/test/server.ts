import { setupServer } from 'msw/node'

/** The HTTP edge of every test. Each test says what the server answers. */
export const server = setupServer()
