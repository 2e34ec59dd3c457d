import { expect, test } from 'vitest'
import { limitMs, size } from '../test/attack.ts'
import { fuzzApi, fuzzNote, takeUpFuzz } from '../test/fuzzApi.ts'
import { defineMethod } from './peer.ts'

const messages = size(50_000, 5_000_000)

test('runs only listed methods for generated messages', { timeout: limitMs() }, async ({ task }) => {
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
  const course = takeUpFuzz(task, { gate: 'G1', what: 'messages on a channel', total: messages })
  const allowed = ['["fail"]']
  const { ran, ...found } = await fuzzApi({ api, known, course, allowed })
  expect(found, `ATTACK_SEED=${course.seed}`).toEqual({
    thrown: [],
    polluted: false,
    unasked: 0,
    twice: 0,
    leaks: 0,
    mistakes: allowed,
  })
  // The generated messages must reach every method, or the checks above prove nothing.
  expect(ran).toEqual(['echo', 'fail', 'ping'])
  course.shows(fuzzNote(course))
})
