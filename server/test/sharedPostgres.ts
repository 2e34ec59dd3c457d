import { once } from 'node:events'
import { createServer } from 'node:http'
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

/**
 * Vitest's global setup, which provides a PostgreSQL to all test files. A run whose tests need no PostgreSQL starts
 * none.
 */
export default async ({ provide }: TestProject) => {
  let postgres: ReturnType<typeof startPostgres> | undefined
  const starter = createServer(async (_, response) => {
    try {
      postgres ??= startPostgres()
      response.end((await postgres).url)
    } catch (cause) {
      response.writeHead(500).end(String(cause))
    }
  })
  starter.listen(0, '127.0.0.1')
  await once(starter, 'listening')
  provide('postgresStarter', `http://127.0.0.1:${Object(starter.address()).port}`)
  return async () => {
    starter.close()
    await postgres?.then(
      ({ stop }) => stop(),
      () => undefined,
    )
  }
}
