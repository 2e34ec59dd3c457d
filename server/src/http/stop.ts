import type { Server } from 'node:http'
import type { Log } from './log.ts'

/** Requests that are under way may take this long when the server stops. */
const stopLimitMs = 15_000
const idleCheckMs = 50

/** On SIGTERM or SIGINT: no new connections, what is under way finishes, then the process ends. A second signal means now. */
export const stopGracefully = (server: Server, log: Log, announce: () => void, finish: () => Promise<void>): void => {
  let stopping = false
  const end = (code: number): void => {
    log.write('stopped', { unfinished: code !== 0 })
    log.flush()
    process.exit(code)
  }
  const stop = (): void => {
    if (stopping) end(1)
    stopping = true
    announce()
    log.write('stopping')
    server.close(async () => {
      await finish()
      end(0)
    })
    // A connection that was busy becomes idle, and would be kept for the next request that must not come.
    setInterval(() => server.closeIdleConnections(), idleCheckMs).unref()
    setTimeout(() => end(1), stopLimitMs).unref()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
