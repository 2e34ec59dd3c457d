import { LRUCache } from 'lru-cache'

/**
 * Limits requests by one token bucket for each key. The returned function takes tokens, and returns 0 or the seconds to
 * wait.
 */
export const createRateLimit = (options: {
  perSecond: number
  burst: number
  now: () => number
  /** The most buckets. Without this limit, requests from many addresses could fill the memory. */
  keyLimit?: number
}) => {
  const { perSecond, burst, now, keyLimit = 20_000 } = options
  // Use `maxSize` instead of `max`, because `max` reserves memory for all keys at the start.
  const buckets = new LRUCache<string, { tokens: number; at: number }>({ maxSize: keyLimit, sizeCalculation: () => 1 })

  return (key: string, tokensWanted = 1): number => {
    // A bucket never holds more than `burst` tokens, so a request with a higher cost would wait forever.
    const cost = Math.min(tokensWanted, burst)
    const at = now()
    const bucket = buckets.get(key)
    const tokens = bucket ? Math.min(burst, bucket.tokens + ((at - bucket.at) / 1_000) * perSecond) : burst
    const wait = tokens >= cost ? 0 : Math.ceil((cost - tokens) / perSecond)
    buckets.set(key, { tokens: wait === 0 ? tokens - cost : tokens, at })
    return wait
  }
}
