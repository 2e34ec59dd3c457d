type Fields = Record<string, string | number | boolean | undefined>
export type Log = { write: (event: string, fields?: Fields) => void; flush: () => void }

const flushMs = 200
const flushAt = 64 * 1024

/**
 * JSON lines, written together, because a write for each request costs more than the request. Callers pass only what a
 * stranger may read: patterns, counts and durations; never an address, an origin, a query or a token.
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
