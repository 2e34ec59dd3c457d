import fc from 'fast-check'
import { toWire } from '../errors.ts'
import { strictLimits } from '../limits.ts'
import { defineMethod, type ServedApi, serve } from '../peer.ts'
import { openWire } from '../wire.ts'

/** Node's, whose types the browser folders don't have. */
declare const process: {
  on(event: string, listener: (error: unknown) => void): void
  off(event: string, listener: (error: unknown) => void): void
}

const batch = 2_000
const hostileNames = ['constructor', '__proto__', 'toString', 'prototype', 'then', '']

/** Values of every kind, those among them that a careless merge or call would follow. */
export const anyValue = fc.oneof(
  fc.constantFrom(null, true, 0, -1, 1e308, '', '__proto__', 'ping', '0x', 'eip155:1'),
  fc.string({ maxLength: 12, unit: 'binary' }),
  fc.array(fc.integer(), { maxLength: 4 }),
  fc.constant({ type: 'HANDLER', name: 'proxy', value: {} }),
  fc.constantFrom({ constructor: { prototype: { polluted: 1 } } }, JSON.parse('{"__proto__":{"polluted":1}}')),
)

/** Texts that are torn: a piece is cut out of each, or something stands in between. */
export const tornOf = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(text, fc.nat(), fc.string({ maxLength: 3 })).map(([whole, at, other]) => {
    const cut = at % (whole.length + 1)
    return whole.slice(0, cut) + other + whole.slice(cut + (at % 3))
  })

/** Arguments that a method takes, by its name: so that the generator comes behind its checks too. */
export type Known = { [name: string]: readonly (readonly unknown[])[] }

const messagesFor = (names: readonly string[], known: Known): fc.Arbitrary<string> => {
  const name = fc.constantFrom(...names, ...hostileNames)
  const path = fc.oneof(
    { weight: 3, arbitrary: fc.tuple(name) },
    fc.array(name, { maxLength: 4 }),
    anyValue.map((value) => value as never),
  )
  const argument = fc.oneof(
    { weight: 3, arbitrary: fc.record({ type: fc.constant('RAW'), value: anyValue }) },
    fc.record({ type: fc.constantFrom('HANDLER', 'PROXY', 0), name: fc.constant('proxy'), value: anyValue }),
    anyValue,
  )
  const id = fc.oneof({ weight: 6, arbitrary: fc.uuid() }, fc.constantFrom('x'.repeat(80), 5, null, {}, []))
  const structured = fc.record(
    {
      id,
      type: fc.oneof(
        { weight: 3, arbitrary: fc.constant('APPLY') },
        fc.constantFrom('GET', 'SET', 'CONSTRUCT', 'ENDPOINT', 'RELEASE', 'RAW', 'HANDLER'),
        anyValue,
      ),
      path,
      argumentList: fc.oneof({ weight: 3, arbitrary: fc.array(argument, { maxLength: 3 }) }, anyValue),
      value: anyValue,
      name: anyValue,
    },
    { requiredKeys: [] },
  )
  const calls = Object.entries(known).flatMap(([method, lists]) => lists.map((list) => ({ method, list })))
  const right = fc.tuple(fc.uuid(), fc.constantFrom(...calls), fc.nat(9), anyValue).map(([key, call, place, other]) => {
    const argumentList = call.list.map((value, at) => ({ type: 'RAW', value: at === place ? other : value }))
    return { id: key, type: 'APPLY', path: [call.method], argumentList }
  })
  const text = fc.oneof(structured, right).map((message) => JSON.stringify(message))
  return fc.oneof(
    { weight: 6, arbitrary: text },
    { weight: 2, arbitrary: tornOf(text) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
    { weight: 1, arbitrary: fc.json({ maxDepth: 3 }) },
  )
}

const prototypes = (): string =>
  [Object, Array, Function, String, Promise, Map].map(({ prototype }) => Reflect.ownKeys(prototype).length).join(' ')

/** What nobody caught, and what was left on the prototypes that everything inherits from, while `run` ran. */
export const watchRealm = async (run: () => Promise<void>): Promise<{ thrown: unknown[]; polluted: boolean }> => {
  const thrown: unknown[] = []
  const note = (error: unknown) => void thrown.push(error)
  const before = prototypes()
  process.on('uncaughtException', note)
  process.on('unhandledRejection', note)
  try {
    await run()
    // A rejection is called unhandled a turn later.
    await new Promise((resolve) => setTimeout(resolve, 0))
  } finally {
    process.off('uncaughtException', note)
    process.off('unhandledRejection', note)
  }
  return { thrown, polluted: prototypes() !== before || 'polluted' in {} }
}

type Options = {
  api: ServedApi
  known: Known
  messages: number
  seed: number
  /** After each batch, all of whose messages have arrived. */
  between?: () => unknown
}

/** Serves an API on a real line, as its frame does, to somebody who says whatever comes to mind. */
export const fuzzApi = async ({ api, known, messages, seed, between }: Options) => {
  const ran = new Map<string, number>()
  const served: ServedApi = { sentinel: defineMethod(() => undefined, Object) }
  for (const [name, { run, ...method }] of Object.entries(api))
    served[name] = {
      ...method,
      run: (args) => {
        ran.set(name, (ran.get(name) ?? 0) + 1)
        return run(args)
      },
    }
  const mistakes = new Set<string>()
  const found = { unasked: 0, twice: 0, leaks: 0, answered: 0, slowest: 0 }
  const realm = await watchRealm(async () => {
    const { port1, port2 } = new MessageChannel()
    // Each look at the clock is a minute later, so that no limit hides what lies behind it.
    let at = 0
    const limits = strictLimits(() => {
      at += 60_000
      return at
    })
    serve(openWire(port1, limits), served, toWire)
    const asked = new Map<unknown, string>()
    let batchDone = () => {}
    port2.onmessage = ({ data }) => {
      const { id, value } = JSON.parse(data)
      if (`${id}`.startsWith('sentinel ')) return batchDone()
      const path = asked.get(id)
      if (path === undefined) found.unasked++
      else if (!answered.add(id)) found.twice++
      found.answered++
      // A mistake of the serving side, not a refusal.
      if (value?.value?.reason === 'INTERNAL_ERROR') mistakes.add(path ?? '')
      if (/secret|\.ts:|node_modules|\\n\s+at /.test(data)) found.leaks++
    }
    const answered = createSeen()
    const message = messagesFor(Object.keys(api), known)
    for (let start = 0; start < messages; start += batch) {
      const done = new Promise<void>((resolve) => {
        batchDone = resolve
      })
      for (const text of fc.sample(message, { numRuns: Math.min(batch, messages - start), seed: seed + start })) {
        const { id, path } = Object(parse(text)) as { id?: unknown; path?: unknown }
        if (path !== undefined) asked.set(id, JSON.stringify(path))
        port2.postMessage(text)
      }
      const call = { id: `sentinel ${start}`, type: 'APPLY', path: ['sentinel'], argumentList: [] }
      const begin = performance.now()
      port2.postMessage(JSON.stringify(call))
      await done
      found.slowest = Math.max(found.slowest, (performance.now() - begin) / batch)
      await between?.()
      // An answer to an earlier batch may still be under way, on a busy machine for long.
      forget(asked, 20 * batch)
      answered.forget(20 * batch)
    }
    port1.close()
    port2.close()
  })
  return { ...realm, ...found, mistakes: [...mistakes], ran }
}

const createSeen = () => {
  const seen = new Set<unknown>()
  return {
    /** False where it was seen before. */
    add: (id: unknown): boolean => seen.size < seen.add(id).size,
    forget: (kept: number) => forget(seen, kept),
  }
}

const forget = (set: Set<unknown> | Map<unknown, string>, kept: number): void => {
  for (const oldest of set.keys()) {
    if (set.size <= kept) return
    set.delete(oldest)
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
