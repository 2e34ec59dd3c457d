import type { Server } from 'node:http'
import { OperatorError } from '../config/operatorError.ts'
import type { Log } from './log.ts'

/** The time that running requests have when the server stops. */
const stopLimitMs = 15_000
const idleCheckMs = 50

/**
 * On SIGTERM, SIGINT or SIGHUP (the end of a terminal): accepts no new connections, finishes running requests, then exits. A second signal exits at
 * once.
 */
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
    // A connection stays open when its request is finished, so close idle connections repeatedly.
    setInterval(() => server.closeIdleConnections(), idleCheckMs).unref()
    setTimeout(() => end(1), stopLimitMs).unref()
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
}

/**
 * Makes the function that ends the process with the sentence of an error. An error for the operator is also
 * logged, because a collector of logs may read nothing but the JSON lines.
 */
export const createFail =
  (log: Log) =>
  (cause: unknown): void => {
    if (cause instanceof OperatorError) log.write('failed', { code: cause.code, reason: cause.message })
    log.flush()
    process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`)
    process.exit(1)
  }
