import { expect, test } from 'vitest'
import { createRanking } from './ranking.ts'

const rank = (samples: [url: string, ms: number, ok: boolean][]) => {
  const ranking = createRanking(['a', 'b', 'c'])
  for (const [url, ms, ok] of samples) ranking.add(url, { ms, ok })
  return ranking.order().join('')
}

test.each<[string, Parameters<typeof rank>[0], string]>([
  ['nothing known keeps the given order', [], 'abc'],
  ['one that fails goes last', [['a', 10, false]], 'bca'],
  [
    'one that answers goes before those that nobody tried',
    [
      ['c', 10, true],
      ['b', 100, true],
    ],
    'cab',
  ],
  [
    'of two that answer, the quicker',
    [
      ['a', 300, true],
      ['b', 100, true],
      ['c', 200, true],
    ],
    'bca',
  ],
  [
    'answering weighs more than speed',
    [
      ['a', 10, true],
      ['a', 10, false],
      ['b', 900, true],
      ['c', 1_000, true],
    ],
    'bca',
  ],
])('%s', (_, samples, order) => {
  expect(rank(samples)).toBe(order)
})

test('counts only the last ten samples', () => {
  const old = Array.from({ length: 10 }, (): ['a', number, boolean] => ['a', 5, false])
  const recent = Array.from({ length: 10 }, (): ['a', number, boolean] => ['a', 5, true])
  expect(rank([...old, ...recent, ['b', 10, true], ['c', 10, true]])).toBe('abc')
})
