import { expect, test } from 'vitest'
import { findLineOfValue, findSyntaxErrorLine } from './jsonPositions.ts'

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
])('finds the JSON value at the path %j in line %i', (path, line) => {
  expect(findLineOfValue(text, path)).toBe(line)
})

test.each([
  ['an unquoted word', '{\n"a": [\n1,\noops\n]}', 4],
  ['a comma at the end of a list', '[\n1,\n]', 3],
  ['a comma at the end of an object', '{"a": 1,\n}', 2],
  ['a missing comma', '{"a": 1\n"b": 2}', 2],
  ['a missing colon', '{"a"\n1}', 2],
  ['the wrong bracket', '{"a": [1\n}\n]', 2],
  ['single quotes', "{\n'a': 1}", 2],
  ['a comment', '{\n// here\n"a": 1}', 2],
  ['a line break inside a string', '{"a": 1,\n"b": "c\nd"}', 2],
  ['a number with a leading zero', '[1,\n01]', 2],
  ['a missing end', '{"a": [{},\n{}', 2],
  ['one bracket too many', '{}\n}', 2],
  ['an invalid escape', '["\\u00e9",\n"\\x"]', 2],
])('finds the line of the JSON syntax error: %s', (_, broken, line) => {
  expect(() => JSON.parse(broken)).toThrow()
  expect(findSyntaxErrorLine(broken)).toBe(line)
})
