import fc from 'fast-check'

/** Declares Node's `process`, since the browser folders compile without Node's types. */
declare const process: {
  on(event: string, listener: (error: unknown) => void): void
  off(event: string, listener: (error: unknown) => void): void
}

const hostileNames = ['constructor', '__proto__', 'toString', 'prototype', 'then', '']

/** Values of every kind, including those that pollute a prototype in a careless merge or call. */
export const anyValue = fc.oneof(
  fc.constantFrom(null, true, 0, -1, 1e308, '', '__proto__', 'ping', '0x', 'eip155:1'),
  fc.string({ maxLength: 12, unit: 'binary' }),
  fc.array(fc.integer(), { maxLength: 4 }),
  fc.constant({ type: 'HANDLER', name: 'proxy', value: {} }),
  fc.constantFrom({ constructor: { prototype: { polluted: 1 } } }, JSON.parse('{"__proto__":{"polluted":1}}')),
)

/** Corrupts texts: cuts a piece out of each, or inserts some characters. */
export const corruptText = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(text, fc.nat(), fc.string({ maxLength: 3 })).map(([whole, at, other]) => {
    const cut = at % (whole.length + 1)
    return whole.slice(0, cut) + other + whole.slice(cut + (at % 3))
  })

/** Valid arguments by method name, so that generated calls also pass the methods' checks. */
export type ValidCalls = { [name: string]: readonly (readonly unknown[])[] }

export const generateMessages = (names: readonly string[], known: ValidCalls): fc.Arbitrary<string> => {
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
    { weight: 2, arbitrary: corruptText(text) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
    { weight: 1, arbitrary: fc.json({ maxDepth: 3 }) },
  )
}

const prototypes = (): string =>
  [Object, Array, Function, String, Promise, Map].map(({ prototype }) => Reflect.ownKeys(prototype).length).join(' ')

/** Returns the unhandled errors of `run` and the properties that it left on shared prototypes. */
export const watchGlobalDamage = async (
  run: () => Promise<void>,
): Promise<{ thrown: unknown[]; polluted: boolean }> => {
  const thrown: unknown[] = []
  const note = (error: unknown) => void thrown.push(error)
  const before = prototypes()
  process.on('uncaughtException', note)
  process.on('unhandledRejection', note)
  try {
    await run()
    // Node reports an unhandled rejection one turn later.
    await new Promise((resolve) => setTimeout(resolve, 0))
  } finally {
    process.off('uncaughtException', note)
    process.off('unhandledRejection', note)
  }
  return { thrown, polluted: prototypes() !== before || 'polluted' in {} }
}
