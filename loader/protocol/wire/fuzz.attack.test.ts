import { expect, test } from 'vitest'
import { attackSize, attackTimeoutMs } from '../test/attack.ts'
import { fuzzApi, fuzzReportNote, startFuzzAttack } from '../test/fuzzApi.ts'
import { defineMethod } from './peer.ts'

const messages = attackSize(50_000, 5_000_000)

test('the served API runs only listed methods for generated messages', { timeout: attackTimeoutMs() }, async ({
  task,
}) => {
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
  const validCalls = { ping: [[]], echo: [['text'], [{ a: [1] }]], fail: [[]] }
  const attack = startFuzzAttack(task, { gate: 'G1', what: 'messages on a channel', total: messages })
  const expectedErrors = ['["fail"]']
  const { ran, ...found } = await fuzzApi({ api, validCalls, attack, expectedErrors })
  expect(found, `ATTACK_SEED=${attack.seed}`).toEqual({
    thrown: [],
    polluted: false,
    unrequested: 0,
    repeated: 0,
    leaks: 0,
    internalErrors: expectedErrors,
  })
  // The generated messages must reach every method, or the checks above prove nothing.
  expect(ran).toEqual(['echo', 'fail', 'ping'])
  attack.report(fuzzReportNote(attack))
})
