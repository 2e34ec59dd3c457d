const limitMs = 20_000
const pauseMs = 50

/** Reads until the value is neither false, null nor undefined, and returns it. Names the last error when time is up. */
export async function until<Value>(
  what: string,
  read: () => Promise<Value> | Value,
  withinMs: number = limitMs,
): Promise<NonNullable<Value>> {
  const end = performance.now() + withinMs
  let cause: unknown
  while (performance.now() < end) {
    try {
      const value = await read()
      if (value !== false && value !== null && value !== undefined) return value
    } catch (error) {
      cause = error
    }
    await new Promise((done) => setTimeout(done, pauseMs))
  }
  const reason = cause instanceof Error ? ` The last error: ${cause.message}` : ''
  throw new Error(`Not within ${withinMs / 1_000} s: ${what}.${reason}`, { cause })
}
