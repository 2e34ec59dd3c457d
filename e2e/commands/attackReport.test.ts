import { expect, test } from 'vitest'
import { rowsOfPlaywright, rowsOfVitest, type Shown, tableOf } from './attackReport.ts'

const said = (status: string, ...shown: Shown[]) => ({
  fullName: 'file > t',
  status,
  duration: 1_000,
  meta: { shown },
})

test('what several tests have shown of one gate is one line, and fails if one of them does', () => {
  const guesses: Shown = { gate: 'G7', count: 500, what: 'guesses' }
  const rows = rowsOfVitest({
    testResults: [
      { name: 'a', status: 'passed', assertionResults: [said('passed', guesses), said('passed', guesses)] },
      {
        name: 'b',
        status: 'failed',
        assertionResults: [said('failed', { gate: 'G1', count: 1, what: 'messages', note: 'seed 5' })],
      },
    ],
  })
  expect(tableOf(rows)).toBe('G1           1  messages: FAILED, 1 s; seed 5\nG7       1,000  guesses: held, 2 s')
})

test('a test that fails before it says anything is told, and a file that can not be loaded', () => {
  const rows = rowsOfVitest({
    testResults: [
      { name: 'a', status: 'failed', assertionResults: [said('failed'), said('passed'), said('skipped')] },
      { name: 'b', status: 'failed', assertionResults: [] },
    ],
  })
  expect(rows.map(({ what, passed }) => [what, passed])).toEqual([
    ['file > t', false],
    ['b', false],
  ])
})

test('stories in a browser belong to the gate of their file', () => {
  const spec = (file: string, ok: boolean, status = 'expected') => ({
    title: 'story',
    file,
    ok,
    tests: [{ status, results: [{ duration: 2_000 }] }],
  })
  const rows = rowsOfPlaywright(
    {
      suites: [
        {
          specs: [spec('tests/clickjack.spec.ts', true)],
          suites: [{ specs: [spec('tests/clickjack.spec.ts', false)] }],
        },
        { specs: [spec('tests/other.spec.ts', true), spec('tests/clickjack.spec.ts', true, 'skipped')] },
      ],
      errors: [{}],
    },
    [{ gate: 'G4', file: 'clickjack.spec.ts', what: 'tricks' }],
  )
  expect(rows.map(({ gate, what, passed }) => [gate, what, passed])).toEqual([
    ['G4', 'tricks', true],
    ['G4', 'tricks', false],
    ['–', 'the browser’s run', false],
  ])
})
