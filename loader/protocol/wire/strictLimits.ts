import { isWithinBounds } from './nesting.ts'
import type { ChannelLimits, ChannelMessage } from './transport.ts'

const perSecond = 50
const burst = 100
/** A message costs one token, and one more for each further 65,536 characters. */
const charactersPerToken = 65_536
/**
 * The most unparsed messages that may wait for a token. An honest side never has more, since it keeps 32 requests in
 * flight.
 */
const waitingLimit = 256
const violationLimit = 3
const violationWindowMs = 60_000

/**
 * How many request ids are remembered. If an older id is repeated, the request runs again, which harms only the side
 * that repeats it.
 */
const seenLimit = 4_096

const depthLimit = 12
const nodeLimit = 5_000
const arrayLimit = 1_000

/** The limits of one port: a token bucket before the parser, shape limits after it, and a count of violations. */
export const strictLimits = (now: () => number = () => performance.now()): ChannelLimits => {
  const waiting: { cost: number; deliver: () => boolean }[] = []
  const violations: number[] = []
  const seen = new Set<string>()
  let tokens = burst
  let refilledAt = now()
  let timer: ReturnType<typeof setTimeout> | undefined

  const drain = (): void => {
    timer = undefined
    tokens = Math.min(burst, tokens + ((now() - refilledAt) / 1_000) * perSecond)
    refilledAt = now()
    for (let next = waiting[0]; next; next = waiting[0]) {
      if (tokens < Math.min(next.cost, burst)) {
        timer = setTimeout(drain, 1_000 / perSecond)
        return
      }
      waiting.shift()
      tokens -= next.cost
      // This side awaits the reply, so the reply costs the other side no token of its rate limit.
      if (next.deliver()) tokens += next.cost
    }
  }

  return {
    admit: (length, deliver) => {
      if (waiting.length >= waitingLimit) return false
      waiting.push({ cost: 1 + Math.floor(length / charactersPerToken), deliver })
      if (timer === undefined) drain()
      return true
    },
    allows: isModest,
    isNew: (id) => {
      if (seen.has(id)) return false
      seen.add(id)
      for (const oldest of seen) {
        if (seen.size <= seenLimit) break
        seen.delete(oldest)
      }
      return true
    },
    forgives: () => {
      const at = now()
      while (violations[0] !== undefined && at - violations[0] >= violationWindowMs) violations.shift()
      return violations.push(at) < violationLimit
    },
    end: () => {
      clearTimeout(timer)
      waiting.length = 0
    },
  }
}

/**
 * Whether the depth, the number of nodes and the list lengths of a request are within their limits. A key `__proto__`
 * is refused, because a careless merge would follow it.
 */
const isModest = (request: ChannelMessage): boolean =>
  isWithinBounds(request, {
    depth: depthLimit,
    nodes: nodeLimit,
    accepts: (value) => (Array.isArray(value) ? value.length <= arrayLimit : !Object.hasOwn(value, '__proto__')),
  })
