import fc from 'fast-check'
import { toWire } from '../errors/appError.ts'
import { strictLimits } from '../wire/limits.ts'
import { defineMethod, type ServedApi, serve } from '../wire/peer.ts'
import { openTransport } from '../wire/transport.ts'
import { type Course, takeUp } from './attack.ts'
import { type Known, messagesFor, watchRealm } from './fuzz.ts'

const batch = 2_000
const batchesOfLine = 5

/** How often each method ran stands beside them, under its name. */
type FuzzCounts = { answered: number; runs: number; slowestUs: number; cards: number; [ran: `ran ${string}`]: number }
type Options = {
  api: ServedApi
  known: Known
  course: Course<FuzzCounts>
  /** The paths, as JSON, of mistakes that the served methods are to make. */
  allowed?: readonly string[]
  /** So many are sent at once. Where the methods take their time, all of a batch would find the line full but the first. */
  burst?: number
  /** After each batch, all of whose messages have arrived. */
  between?: () => unknown
}

/** So many messages, in batches, each of which arrives before the next is made. */
export const takeUpFuzz = (
  task: { meta: object },
  { gate, what, total }: { gate: 'G1'; what: string; total: number },
): Course<FuzzCounts> =>
  takeUp(task, { gate, what, total, step: batch, counts: { answered: 0, runs: 0, slowestUs: 0, cards: 0 } })

/** The printed result besides the count, once messages have passed the checks of the channel. */
export const fuzzNote = ({ counts, done }: Course<FuzzCounts>): string => {
  if (Math.min(counts.answered, counts.runs) < done() / 5)
    throw new Error(`Too little was heard: ${JSON.stringify(counts)}`)
  return `${counts.runs.toLocaleString('en-US')} calls of methods, ${(counts.slowestUs / 1_000).toFixed(3)} ms each in the slowest batch`
}

/** Serves an API on a real line, as its frame does, to somebody who says whatever comes to mind. */
export const fuzzApi = async ({ api, known, course, allowed, burst = batch, between }: Options) => {
  const { counts } = course
  const served: ServedApi = { sentinel: defineMethod(() => undefined, Object) }
  for (const [name, { run, ...method }] of Object.entries(api))
    served[name] = {
      ...method,
      run: (args) => {
        counts.runs++
        counts[`ran ${name}`] = (counts[`ran ${name}`] ?? 0) + 1
        return run(args)
      },
    }
  const mistakes = new Set<string>()
  const found = { unasked: 0, twice: 0, leaks: 0 }
  const openLine = () => {
    const { port1, port2 } = new MessageChannel()
    // Each look at the clock is a minute later, so that no limit hides what lies behind it.
    let at = 0
    const limits = strictLimits(() => {
      at += 60_000
      return at
    })
    serve(openTransport(port1, limits), served, toWire)
    const asked = createAsked()
    let arrived = () => {}
    let sentinels = 0
    port2.onmessage = ({ data }) => {
      const { id, value } = JSON.parse(data)
      const { path, isAllowed } = asked.answer(id)
      if (path === 'sentinel') return arrived()
      if (path === undefined) found.unasked++
      else if (!isAllowed) found.twice++
      counts.answered++
      // A mistake of the serving side, not a refusal.
      if (value?.value?.reason === 'INTERNAL_ERROR') mistakes.add(path ?? '')
      if (/secret|\.ts:|node_modules|\\n\s+at /.test(data)) found.leaks++
    }
    const send = (text: string, id: unknown, path: string | undefined): void => {
      if (path !== undefined) asked.ask(id, path)
      port2.postMessage(text)
    }
    const line = {
      batches: 0,
      /** Until all have arrived, in ms. */
      send: async (texts: readonly string[]): Promise<number> => {
        for (const text of texts) {
          const { id, path } = Object(parse(text)) as { id?: unknown; path?: unknown }
          send(text, id, path === undefined ? path : JSON.stringify(path))
        }
        const done = new Promise<void>((resolve) => {
          arrived = resolve
        })
        const call = { id: `sentinel ${sentinels++}`, type: 'APPLY', path: ['sentinel'], argumentList: [] }
        const begin = performance.now()
        send(JSON.stringify(call), call.id, 'sentinel')
        await done
        // An answer to an earlier batch may still be under way, on a busy machine for long.
        asked.forget()
        return performance.now() - begin
      },
      close: () => {
        port1.close()
        port2.close()
      },
    }
    return line
  }
  const realm = await watchRealm(async () => {
    const message = messagesFor(Object.keys(api), known)
    let line = openLine()
    let older: typeof line | undefined
    for (const [start, count] of course.steps()) {
      // A call that waits for a visitor holds its place, so in the end the queue would accept nothing else.
      if (line.batches === batchesOfLine) {
        older?.close()
        ;[older, line] = [line, openLine()]
      }
      line.batches++
      const texts = fc.sample(message, { numRuns: count, seed: course.seed + start })
      let spentMs = 0
      for (let at = 0; at < count; at += burst) spentMs += await line.send(texts.slice(at, at + burst))
      counts.slowestUs = Math.max(counts.slowestUs, Math.round((spentMs * 1_000) / count))
      await between?.()
      // The rest would only hide where it was, and a later run must not begin behind it.
      if (mistakes.size > (allowed?.length ?? 0) || Object.values(found).some(Boolean)) break
    }
    older?.close()
    line.close()
  })
  const ran = Object.keys(counts).flatMap((name) => (name.startsWith('ran ') ? [name.slice(4)] : []))
  return { ...realm, ...found, mistakes: [...mistakes], ran: ran.sort() }
}

/** Ids that the serving side remembers: so long a repeated one is answered once. */
const remembered = 4_096

/** The request of each id, and how many answers it may still get. */
const createAsked = () => {
  const asked = new Map<unknown, { path: string; left: number }>()
  const known = new Set<string>()
  const isNew = (id: unknown): boolean => {
    if (typeof id !== 'string' || id.length > 64 || known.has(id)) return false
    known.add(id)
    dropOldest(known, remembered)
    return true
  }
  return {
    ask: (id: unknown, path: string): void => {
      const left = (asked.get(id)?.left ?? 0) + (isNew(id) ? 1 : 0)
      asked.delete(id)
      asked.set(id, { path, left })
    },
    answer: (id: unknown) => {
      const call = asked.get(id)
      return { path: call?.path, isAllowed: call !== undefined && call.left-- > 0 }
    },
    forget: () => dropOldest(asked, 20 * batch),
  }
}

const dropOldest = (from: Set<string> | Map<unknown, unknown>, kept: number): void => {
  for (const oldest of from.keys()) {
    if (from.size <= kept) return
    from.delete(oldest as string)
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
