/** A token bucket for each key. `take` says 0, or how many seconds to wait. */
export const createRateLimit = (options: {
  perSecond: number
  burst: number
  now: () => number
  /** The oldest buckets go first, so that a flood of addresses fills no memory. */
  keyLimit?: number
}) => {
  const { perSecond, burst, now, keyLimit = 20_000 } = options
  const buckets = new Map<string, { tokens: number; at: number }>()

  return (key: string): number => {
    const at = now()
    const bucket = buckets.get(key)
    const tokens = bucket ? Math.min(burst, bucket.tokens + ((at - bucket.at) / 1_000) * perSecond) : burst
    const wait = tokens >= 1 ? 0 : Math.ceil((1 - tokens) / perSecond)
    buckets.delete(key)
    buckets.set(key, { tokens: wait === 0 ? tokens - 1 : tokens, at })
    if (buckets.size > keyLimit) {
      const [oldest = ''] = buckets.keys()
      buckets.delete(oldest)
    }
    return wait
  }
}
