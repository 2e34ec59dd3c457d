import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toWire } from './errors.ts'
import { strictLimits } from './limits.ts'
import { defineMethod, serve } from './peer.ts'
import { openWire } from './wire.ts'

/** Node's, whose types the browser folders don't have. */
declare const process: {
  env: { [name: string]: string | undefined }
  on(event: string, listener: (error: unknown) => void): void
  off(event: string, listener: (error: unknown) => void): void
}

/** `FUZZ_SEED` repeats a run, `FUZZ_MESSAGES` lengthens it. */
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
const messages = Number(process.env.FUZZ_MESSAGES ?? 200_000)
const batch = 2_000

const names = ['ping', 'echo', 'fail', 'constructor', '__proto__', 'toString', 'prototype', 'then', '']
const value = fc.oneof(
  fc.constantFrom(null, true, 0, -1, 1e308, '', '__proto__', 'ping'),
  fc.string({ maxLength: 12, unit: 'binary' }),
  fc.array(fc.integer(), { maxLength: 4 }),
  fc.constant({ type: 'HANDLER', name: 'proxy', value: {} }),
  fc.constantFrom({ constructor: { prototype: { polluted: 1 } } }, JSON.parse('{"__proto__":{"polluted":1}}')),
)
const path = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...names)) },
  fc.array(fc.constantFrom(...names), { maxLength: 4 }),
  value,
)
const argument = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('RAW'), value }) },
  fc.record({ type: fc.constantFrom('HANDLER', 'PROXY', 0), name: fc.constant('proxy'), value }),
  value,
)
const structured = fc.record(
  {
    id: fc.oneof({ weight: 6, arbitrary: fc.uuid() }, fc.constantFrom('x'.repeat(80), 5, null, {}, [])),
    type: fc.oneof(
      { weight: 3, arbitrary: fc.constant('APPLY') },
      fc.constantFrom('GET', 'SET', 'CONSTRUCT', 'ENDPOINT', 'RELEASE', 'RAW', 'HANDLER'),
      value,
    ),
    path,
    argumentList: fc.oneof({ weight: 3, arbitrary: fc.array(argument, { maxLength: 3 }) }, value),
    value,
    name: value,
  },
  { requiredKeys: [] },
)
const text = structured.map((message) => JSON.stringify(message))
const torn = fc.tuple(text, fc.nat(), fc.string({ maxLength: 3 })).map(([whole, at, other]) => {
  const cut = at % (whole.length + 1)
  return whole.slice(0, cut) + other + whole.slice(cut + (at % 3))
})
const anyMessage = fc.oneof(
  { weight: 6, arbitrary: text },
  { weight: 2, arbitrary: torn },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 3 }) },
)

const thrown: unknown[] = []
const note = (error: unknown) => thrown.push(error)
beforeAll(() => {
  process.on('uncaughtException', note)
  process.on('unhandledRejection', note)
})
afterAll(() => {
  process.off('uncaughtException', note)
  process.off('unhandledRejection', note)
})

const prototypes = () =>
  [Object, Array, Function, String, Promise, Map].map(({ prototype }) => Reflect.ownKeys(prototype).length)

test(`${messages} generated messages (FUZZ_SEED=${seed}) do nothing but call the listed methods`, {
  timeout: 120_000,
}, async () => {
  console.info(`fuzz seed ${seed}`)
  const before = prototypes()
  const { port1, port2 } = new MessageChannel()
  // Each look at the clock is a minute later, so that no limit hides what lies behind it.
  let at = 0
  const wire = openWire(
    port1,
    strictLimits(() => {
      at += 60_000
      return at
    }),
  )
  const calls: string[] = []
  serve(
    wire,
    {
      ping: defineMethod(
        () => undefined,
        () => calls.push('ping'),
      ),
      echo: defineMethod(
        ([input]) => input,
        (input) => {
          calls.push('echo')
          return input
        },
      ),
      fail: defineMethod(
        () => undefined,
        () => {
          calls.push('fail')
          throw new Error('at secret (file:///stack.ts:1:1)')
        },
      ),
      sentinel: defineMethod(
        () => undefined,
        () => undefined,
      ),
    },
    toWire,
  )

  const asked = new Set<unknown>()
  const answered = new Set<unknown>()
  let unasked = 0
  let twice = 0
  let leaks = 0
  let batchDone = () => {}
  port2.onmessage = ({ data }) => {
    const { id } = JSON.parse(data)
    if (`${id}`.startsWith('sentinel ')) return batchDone()
    if (!asked.has(id)) unasked++
    if (answered.has(id)) twice++
    answered.add(id)
    if (/secret|stack/.test(data)) leaks++
  }

  for (let start = 0; start < messages; start += batch) {
    const done = new Promise<void>((resolve) => {
      batchDone = resolve
    })
    for (const message of fc.sample(anyMessage, { numRuns: batch, seed: seed + start })) {
      const { id, path } = Object(parse(message)) as { id?: unknown; path?: unknown }

      if (path !== undefined) asked.add(id)
      port2.postMessage(message)
    }
    port2.postMessage(JSON.stringify({ id: `sentinel ${start}`, type: 'APPLY', path: ['sentinel'], argumentList: [] }))
    await done
  }
  port1.close()

  expect({ thrown, unasked, twice, leaks }).toEqual({ thrown: [], unasked: 0, twice: 0, leaks: 0 })
  expect(prototypes()).toEqual(before)
  expect({}).not.toHaveProperty('polluted')
  // The generator reaches what it is for.
  expect(new Set(calls)).toEqual(new Set(['ping', 'echo', 'fail']))
  expect(answered.size).toBeGreaterThan(messages / 4)
})

const parse = (message: string): unknown => {
  try {
    return JSON.parse(message)
  } catch {
    return undefined
  }
}
