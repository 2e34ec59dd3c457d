import { join, resolve } from 'node:path'
import { serve } from '@hono/node-server'
import { readDirectory } from '../directory/read.ts'
import { createApp } from './app.ts'
import { readBuilds } from './builds.ts'
import { readConfig } from './config.ts'
import { createLog } from './log.ts'
import { createProject } from './projects.ts'
import { readSettings } from './settings.ts'

/** Requests that are under way may take this long when the server stops. */
const stopLimitMs = 15_000

const packageFolder = resolve(import.meta.dirname, '..')
const log = createLog(
  (text) => process.stdout.write(text),
  () => new Date(),
)

const start = async (): Promise<void> => {
  const config = readConfig(process.env)
  const settings = readSettings(config, process.env)
  const directory = await readDirectory(join(packageFolder, 'directory'))
  const builds = await readBuilds(resolve(process.env.BUILDS_DIR ?? join(packageFolder, '..')), settings)
  const projects = config.projects.map((project) => createProject(project, directory.networkImages))
  let stopping = false
  const now = () => performance.now()
  const app = createApp({ settings, projects, directory, builds, log, now, isReady: () => !stopping })

  const { port, frameOrigin, secureOrigin } = settings
  const server = serve({ fetch: app.fetch, port }, () => {
    log.write('ready', { port, modalOrigin: frameOrigin, walletOrigin: secureOrigin, tag: builds.loader.tag })
    log.flush()
  })
  server.on('error', (error: NodeJS.ErrnoException) => {
    fail(
      error.code === 'EADDRINUSE'
        ? new Error(`Port ${port} is taken. Set PORT to another one.`)
        : error.code === 'EACCES'
          ? new Error(`Port ${port} may not be used by this user. Set PORT to one above 1023.`)
          : error,
    )
  })

  const stop = (): void => {
    // A second signal means: now.
    if (stopping) process.exit(1)
    stopping = true
    log.write('stopping')
    server.close(() => {
      log.write('stopped')
      log.flush()
      process.exit(0)
    })
    setTimeout(() => {
      log.write('stopped', { inFlight: true })
      log.flush()
      process.exit(1)
    }, stopLimitMs).unref()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

const fail = (cause: unknown): void => {
  log.flush()
  process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`)
  process.exit(1)
}

start().catch(fail)
