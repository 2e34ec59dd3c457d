import { expect, test } from 'vitest'
import { lineOf } from './jsonLines.ts'

const text = `{
  "port": 1,
  "projects": [
    { "id": "a", "allowedOrigins": [
      "https://a.example",
      "x, \\"y\\": { z"
    ] },
    {
      "id": "b"
    }
  ]
}`

test.each<[(string | number)[], number]>([
  [[], 1],
  [['port'], 2],
  [['projects'], 3],
  [['projects', 0, 'id'], 4],
  [['projects', 0, 'allowedOrigins', 1], 6],
  [['projects', 1, 'id'], 9],
  [['projects', 1, 'name'], 8],
  [['nowhere', 'at', 'all'], 1],
])('the value at %j stands on line %i', (path, line) => {
  expect(lineOf(text, path)).toBe(line)
})
