export type LogFields = Record<string, string | number | boolean | undefined>
export type Log = { write: (event: string, fields?: LogFields) => void; flush: () => void }

const flushMs = 200
const flushAt = 64 * 1024

/**
 * Writes the log as JSON lines in batches, because one write for each request costs more than the request. Callers pass
 * nothing about a visitor: no address, origin, query or token.
 */
export const createLog = (output: (text: string) => void, now: () => Date): Log => {
  let waiting = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (waiting) output(waiting)
    waiting = ''
  }
  return {
    write: (event, fields) => {
      waiting += `${JSON.stringify({ time: now().toISOString(), event, ...fields })}\n`
      if (waiting.length > flushAt) flush()
      else timer ??= setTimeout(flush, flushMs)
    },
    flush,
  }
}
