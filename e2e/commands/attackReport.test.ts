import { expect, test } from 'vitest'
import { readArguments } from './attackArguments.ts'
import { type AttackResult, formatTable, readGates, readPlaywrightRows, readVitestRows } from './attackReport.ts'

const testWith = (status: string, ...results: AttackResult[]) => ({
  fullName: 'file > t',
  status,
  duration: 1_000,
  meta: { results },
})

test('adds up the results of a gate, and reports a gate as failed if one of its tests fails', () => {
  const guesses: AttackResult = { gate: 'G7', count: 500, what: 'guesses' }
  const rows = readVitestRows({
    testResults: [
      { name: 'a', status: 'passed', assertionResults: [testWith('passed', guesses), testWith('passed', guesses)] },
      {
        name: 'b',
        status: 'failed',
        assertionResults: [testWith('failed', { gate: 'G1', count: 1, what: 'messages', note: 'seed 5' })],
      },
    ],
  })
  expect(formatTable(rows)).toBe('G1           1  messages: FAILED, 1 s; seed 5\nG7       1,000  guesses: held, 2 s')
})

test('lists a gate of the security model without a result as not attacked', () => {
  const gates = readGates('| Gate | What holds |\n| ---- | ---- |\n| G7   | codes   |\n| G9   | providers |\n')
  const rows = [{ gate: 'G7', what: 'guesses', count: 5, passed: true, seconds: 1, notes: [] }]
  expect(formatTable(rows, gates)).toBe('G7           5  guesses: held, 1 s\nG9           –  providers: not attacked')
})

test('the table shows the planned number of attempts if an attack ended early', () => {
  const results: AttackResult = { gate: 'G7', count: 500, what: 'guesses', of: 1_000_000 }
  const rows = readVitestRows({
    testResults: [{ name: 'a', status: 'passed', assertionResults: [testWith('passed', results)] }],
  })
  expect(formatTable(rows)).toBe('G7         500  guesses: held so far, of 1,000,000, 1 s')
})

test('the arguments of npm run attack choose gates and files by words, and unknown options are refused', () => {
  expect(readArguments(['G7', 'g12', 'custody', '--resume', '--minutes=0.5'])).toEqual({
    gates: ['G7', 'G12'],
    words: ['custody'],
    env: { ATTACK_RESUME: '1', ATTACK_MINUTES: '0.5' },
  })
  expect(() => readArguments(['--minutes'])).toThrow('--minutes is not known')
})

test('lists as failed a test that ends before it reports a result, and a file that can not be loaded', () => {
  const rows = readVitestRows({
    testResults: [
      { name: 'a', status: 'failed', assertionResults: [testWith('failed'), testWith('passed'), testWith('skipped')] },
      { name: 'b', status: 'failed', assertionResults: [] },
    ],
  })
  expect(rows.map(({ what, passed }) => [what, passed])).toEqual([
    ['file > t', false],
    ['b', false],
  ])
})

test('counts a browser test for the security gate that its file belongs to', () => {
  const row = { type: 'row' }
  const spec = (
    file: string,
    ok: boolean,
    status = 'expected',
    annotations: { type: string; description?: string }[] = [],
  ) => ({
    title: 'story',
    file,
    ok,
    tests: [{ status, results: [{ duration: 2_000 }], annotations }],
  })
  const rows = readPlaywrightRows(
    {
      suites: [
        {
          specs: [spec('tests/clickjack.spec.ts', true, 'expected', [row, row, { type: 'other' }])],
          suites: [{ specs: [spec('tests/clickjack.spec.ts', false)] }],
        },
        { specs: [spec('tests/other.spec.ts', true), spec('tests/clickjack.spec.ts', true, 'skipped')] },
      ],
      errors: [{}],
    },
    [{ gate: 'G4', file: 'clickjack.spec.ts', what: 'tricks' }],
  )
  expect(rows.map(({ gate, what, count, passed }) => [gate, what, count, passed])).toEqual([
    ['G4', 'tricks', 2, true],
    ['G4', 'tricks', 1, false],
    ['–', 'the browser’s run', 1, false],
  ])
})

test('lists the attacks of a browser test by what they attack', () => {
  const row = (description: string) => ({ type: 'row', description })
  const tests = [
    {
      status: 'expected',
      results: [{ duration: 4_000 }],
      annotations: [row('a card'), row('a card'), row('settings')],
    },
  ]
  const report = { suites: [{ specs: [{ title: 'story', file: 'tests/clickjack.spec.ts', ok: true, tests }] }] }
  const rows = readPlaywrightRows(report, [{ gate: 'G4', file: 'clickjack.spec.ts', what: 'tricks' }])
  expect(formatTable(rows)).toBe('G4           2  a card: held, 4 s\nG4           1  settings: held, 0 s')
})
