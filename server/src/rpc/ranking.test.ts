import { expect, test } from 'vitest'
import { createNodeRanking } from './ranking.ts'

const rank = (samples: [url: string, ms: number, ok: boolean][]) => {
  const ranking = createNodeRanking(['a', 'b', 'c'])
  for (const [url, ms, ok] of samples) ranking.add(url, { ms, ok })
  return ranking.order().join('')
}

test.each<[string, Parameters<typeof rank>[0], string]>([
  ['keeps the configured order without samples', [], 'abc'],
  ['puts an endpoint that fails last', [['a', 10, false]], 'bca'],
  [
    'puts an endpoint that answers before untried ones',
    [
      ['c', 10, true],
      ['b', 100, true],
    ],
    'cab',
  ],
  [
    'puts quicker endpoints first',
    [
      ['a', 300, true],
      ['b', 100, true],
      ['c', 200, true],
    ],
    'bca',
  ],
  [
    'prefers a slow reliable endpoint to a quick one that sometimes fails',
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

test('ranks a node by its last ten samples only', () => {
  const old = Array.from({ length: 10 }, (): ['a', number, boolean] => ['a', 5, false])
  const recent = Array.from({ length: 10 }, (): ['a', number, boolean] => ['a', 5, true])
  expect(rank([...old, ...recent, ['b', 10, true], ['c', 10, true]])).toBe('abc')
})
