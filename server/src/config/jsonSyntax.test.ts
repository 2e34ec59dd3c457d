import { expect, test } from 'vitest'
import { syntaxErrorLine } from './jsonSyntax.ts'

test.each([
  ['a word that is none', '{\n"a": [\n1,\noops\n]}', 4],
  ['a comma at the end of a list', '[\n1,\n]', 3],
  ['a comma at the end of an object', '{"a": 1,\n}', 2],
  ['no comma', '{"a": 1\n"b": 2}', 2],
  ['no colon', '{"a"\n1}', 2],
  ['the wrong bracket', '{"a": [1\n}\n]', 2],
  ['single quotes', "{\n'a': 1}", 2],
  ['a comment', '{\n// here\n"a": 1}', 2],
  ['a text over two lines', '{"a": 1,\n"b": "c\nd"}', 2],
  ['a number that is none', '[1,\n01]', 2],
  ['no end', '{"a": [{},\n{}', 2],
  ['too much of an end', '{}\n}', 2],
  ['a wrong escape', '["\\u00e9",\n"\\x"]', 2],
])('%s is found', (_, text, line) => {
  expect(() => JSON.parse(text)).toThrow()
  expect(syntaxErrorLine(text)).toBe(line)
})
