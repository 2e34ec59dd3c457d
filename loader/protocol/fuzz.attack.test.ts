import { expect, test } from 'vitest'
import { defineMethod } from './peer.ts'
import { limitMs, seed, shows, size } from './test/attack.ts'
import { fuzzApi } from './test/fuzz.ts'

const messages = size(50_000, 5_000_000)

test('generated messages do nothing but call the listed methods', { timeout: limitMs() }, async ({ task }) => {
  const api = {
    ping: defineMethod(
      () => undefined,
      () => 'pong',
    ),
    echo: defineMethod(
      ([input]) => input,
      (input) => input,
    ),
    fail: defineMethod(
      () => undefined,
      () => {
        throw new Error('at secret (file:///stack.ts:1:1)')
      },
    ),
  }
  const known = { ping: [[]], echo: [['text'], [{ a: [1] }]], fail: [[]] }
  const { ran, answered, slowest, ...found } = await fuzzApi({ api, known, messages, seed })
  expect(found, `ATTACK_SEED=${seed}`).toEqual({
    thrown: [],
    polluted: false,
    unasked: 0,
    twice: 0,
    leaks: 0,
    mistakes: ['["fail"]'],
  })
  // The generator reaches what it is for.
  expect([...ran.keys()].sort()).toEqual(['echo', 'fail', 'ping'])
  expect(answered).toBeGreaterThan(messages / 5)
  shows(task, 'G1', messages, 'messages on a line', `seed ${seed}, ${slowest.toFixed(3)} ms each in the slowest batch`)
})
