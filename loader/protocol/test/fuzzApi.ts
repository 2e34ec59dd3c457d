import fc from 'fast-check'
import { toWireError } from '../errors/appError.ts'
import { defineMethod, type ServedApi, serveApi } from '../wire/peer.ts'
import { strictLimits } from '../wire/strictLimits.ts'
import { openTransport } from '../wire/transport.ts'
import { type LongAttack, startLongAttack } from './attack.ts'
import { generateMessages, type ValidCalls, watchGlobalDamage } from './fuzz.ts'

const batch = 2_000
const batchesPerChannel = 5
/** The turns of the event loop that a burst of calls gets to end. */
const turns = 5

/** `ran <method>` counts the runs of that method. */
type FuzzCounts = { answered: number; runs: number; slowestUs: number; cards: number; [ran: `ran ${string}`]: number }
type Options = {
  api: ServedApi
  validCalls: ValidCalls
  attack: LongAttack<FuzzCounts>
  /** The paths, as JSON, of methods that are expected to fail with INTERNAL_ERROR. */
  expectedErrors?: readonly string[]
  /**
   * The number of messages sent at once. A burst of calls to slow methods would fill the queue, so only the first would
   * run.
   */
  burst?: number
  /** Runs after each batch, when all its messages have arrived. */
  between?: () => unknown
}

/** Starts a fuzz attack of `total` messages, in batches that each arrive before the next. */
export const startFuzzAttack = (
  task: { meta: object },
  { gate, what, total }: { gate: 'G1'; what: string; total: number },
): LongAttack<FuzzCounts> =>
  startLongAttack(task, { gate, what, total, step: batch, counts: { answered: 0, runs: 0, slowestUs: 0, cards: 0 } })

/** Returns the note for the attack report. Throws if too few messages passed the channel's checks. */
export const fuzzReportNote = ({ counts, done }: LongAttack<FuzzCounts>): string => {
  if (Math.min(counts.answered, counts.runs) < done() / 5)
    throw new Error(`Too few messages passed the checks: ${JSON.stringify(counts)}`)
  return `${counts.runs.toLocaleString('en-US')} calls of methods, ${(counts.slowestUs / 1_000).toFixed(3)} ms each in the slowest batch`
}

/** Serves an API on a real channel, as a frame serves it, and sends generated messages to it. */
export const fuzzApi = async ({ api, validCalls, attack, expectedErrors, burst = batch, between }: Options) => {
  const { counts } = attack
  let running = 0
  let waiting = 0
  /**
   * Lets the calls of a burst end, except those that wait for a visitor. Otherwise a slow machine would refuse most
   * calls of the next bursts, because too many run.
   */
  const letCallsEnd = async (): Promise<void> => {
    for (let turn = 0; running > waiting && turn < turns; turn++) await new Promise((done) => setTimeout(done))
    waiting = running
  }
  const served: ServedApi = { sentinel: defineMethod(() => undefined, Object) }
  for (const [name, { run, ...method }] of Object.entries(api))
    served[name] = {
      ...method,
      run: async (args) => {
        counts.runs++
        counts[`ran ${name}`] = (counts[`ran ${name}`] ?? 0) + 1
        running++
        try {
          return await run(args)
        } finally {
          running--
        }
      },
    }
  const internalErrors = new Set<string>()
  const found = { unrequested: 0, repeated: 0, leaks: 0 }
  const openChannel = () => {
    const { port1, port2 } = new MessageChannel()
    // The clock advances a minute at each read, so that the rate limit stops no message.
    let at = 0
    const limits = strictLimits(() => {
      at += 60_000
      return at
    })
    serveApi(openTransport(port1, limits), served, toWireError)
    const requests = createRequestLog()
    let arrived = () => {}
    let sentinels = 0
    port2.onmessage = ({ data }) => {
      const { id, value } = JSON.parse(data)
      const { path, isAllowed } = requests.answer(id)
      if (path === 'sentinel') return arrived()
      if (path === undefined) found.unrequested++
      else if (!isAllowed) found.repeated++
      counts.answered++
      // An internal error is a bug of the serving side. A refusal is not.
      if (value?.value?.reason === 'INTERNAL_ERROR') internalErrors.add(path ?? '')
      if (/secret|\.ts:|node_modules|\\n\s+at /.test(data)) found.leaks++
    }
    const send = (text: string, id: unknown, path: string | undefined): void => {
      if (path !== undefined) requests.ask(id, path)
      port2.postMessage(text)
    }
    const channel = {
      batches: 0,
      /** Sends the texts and returns the milliseconds until all have arrived. */
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
        // On a busy machine an answer to an earlier batch may arrive in a later batch.
        requests.forget()
        return performance.now() - begin
      },
      close: () => {
        port1.close()
        port2.close()
      },
    }
    return channel
  }
  const realm = await watchGlobalDamage(async () => {
    const message = generateMessages(Object.keys(api), validCalls)
    let channel = openChannel()
    let previous: typeof channel | undefined
    for (const [start, count] of attack.steps()) {
      // Calls that wait for a visitor stay in flight, so a channel would refuse all calls after a few batches.
      if (channel.batches === batchesPerChannel) {
        previous?.close()
        ;[previous, channel] = [channel, openChannel()]
      }
      channel.batches++
      const texts = fc.sample(message, { numRuns: count, seed: attack.seed + start })
      let spentMs = 0
      for (let at = 0; at < count; at += burst) {
        spentMs += await channel.send(texts.slice(at, at + burst))
        await letCallsEnd()
      }
      counts.slowestUs = Math.max(counts.slowestUs, Math.round((spentMs * 1_000) / count))
      await between?.()
      // Ends the run at a batch that failed, so that the seed points to this batch and a resumed run starts before it.
      if (internalErrors.size > (expectedErrors?.length ?? 0) || Object.values(found).some(Boolean)) break
    }
    previous?.close()
    channel.close()
  })
  const ran = Object.keys(counts).flatMap((name) => (name.startsWith('ran ') ? [name.slice(4)] : []))
  return { ...realm, ...found, internalErrors: [...internalErrors], ran: ran.sort() }
}

/** The number of ids that the serving side remembers. A repeated id among them must get no second answer. */
const remembered = 4_096

/** Keeps for each message id the path of the called method and the number of answers that may still arrive. */
const createRequestLog = () => {
  const requests = new Map<unknown, { path: string; left: number }>()
  const seenIds = new Set<string>()
  const isNew = (id: unknown): boolean => {
    if (typeof id !== 'string' || id.length > 64 || seenIds.has(id)) return false
    seenIds.add(id)
    dropOldest(seenIds, remembered)
    return true
  }
  return {
    ask: (id: unknown, path: string): void => {
      const left = (requests.get(id)?.left ?? 0) + (isNew(id) ? 1 : 0)
      requests.delete(id)
      requests.set(id, { path, left })
    },
    answer: (id: unknown) => {
      const call = requests.get(id)
      return { path: call?.path, isAllowed: call !== undefined && call.left-- > 0 }
    },
    forget: () => dropOldest(requests, 20 * batch),
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
