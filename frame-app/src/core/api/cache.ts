export type RequestCache<Value> = {
  get(key: string, load: () => Promise<Value>): Promise<Value>
  writtenAt(key: string): number | undefined
  forget(key: string): void
}

/** Caches answers for `freshMs` and failures for `guardMs`. Concurrent calls with one key share one request. */
export const createRequestCache = <Value>({
  freshMs,
  guardMs,
}: {
  freshMs: number
  guardMs: number
}): RequestCache<Value> => {
  const values = new Map<string, { value: Value; at: number }>()
  const failures = new Map<string, { error: unknown; at: number }>()
  const loading = new Map<string, Promise<Value>>()

  const load = async (key: string, ask: () => Promise<Value>): Promise<Value> => {
    try {
      const value = await ask()
      values.set(key, { value, at: Date.now() })
      return value
    } catch (error) {
      failures.set(key, { error, at: Date.now() })
      throw error
    } finally {
      loading.delete(key)
    }
  }

  return {
    get: async (key, ask) => {
      const known = values.get(key)
      if (known && Date.now() - known.at < freshMs) return known.value
      const failure = failures.get(key)
      if (failure && Date.now() - failure.at < guardMs) throw failure.error
      failures.delete(key)
      const request = loading.get(key) ?? load(key, ask)
      loading.set(key, request)
      return request
    },
    writtenAt: (key) => values.get(key)?.at,
    forget: (key) => {
      values.delete(key)
      failures.delete(key)
    },
  }
}
