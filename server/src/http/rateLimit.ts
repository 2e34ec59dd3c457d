/** A token bucket for each key. The answer is 0, or how many seconds to wait. */
export const createRateLimit = (options: {
  perSecond: number
  burst: number
  now: () => number
  /** The oldest buckets go first, so that a flood of addresses fills no memory. */
  keyLimit?: number
}) => {
  const { perSecond, burst, now, keyLimit = 20_000 } = options
  const buckets = new Map<string, { tokens: number; at: number }>()

  return (key: string, tokensWanted = 1): number => {
    // More than a full bucket could never be had.
    const cost = Math.min(tokensWanted, burst)
    const at = now()
    const bucket = buckets.get(key)
    const tokens = bucket ? Math.min(burst, bucket.tokens + ((at - bucket.at) / 1_000) * perSecond) : burst
    const wait = tokens >= cost ? 0 : Math.ceil((cost - tokens) / perSecond)
    buckets.delete(key)
    buckets.set(key, { tokens: wait === 0 ? tokens - cost : tokens, at })
    if (buckets.size > keyLimit) {
      const [oldest = ''] = buckets.keys()
      buckets.delete(oldest)
    }
    return wait
  }
}
