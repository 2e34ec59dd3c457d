import { expect, test } from 'vitest'
import { findLanguageFaults } from './language.ts'

// Each example is built from two parts, so that the language check does not report this test file.
const opener = ['Of', 'a request that nobody answers'].join(' ')
const inversion = ['rejects what', 'is none'].join(' ')

const rulesOf = (text: string) =>
  findLanguageFaults(new Map([['server/src/a.ts', text]])).map(({ line, rule }) => [line, rule])

test.each([
  ['a comment line', `const a = 1\n// ${opener}`, [[2, 'opener']]],
  ['a comment behind code', `const a = 1 // ${opener}`, [[1, 'opener']]],
  ['a doc comment', `/**\n * Fine.\n * ${opener}\n */`, [[1, 'opener']]],
  ['a test title', `test('${inversion}', () => {})`, [[1, 'inversion']]],
  ['a test title on a line of its own', `test(\n  '${inversion}',\n  () => {},\n)`, [[2, 'inversion']]],
  [
    'the title of a table of tests',
    `describe.each([\n  1,\n])(\n  '${inversion} %i',\n  () => {},\n)`,
    [[4, 'inversion']],
  ],
  ['a title with an expression', `test(\`${inversion} \${word}\`, () => {})`, [[1, 'inversion']]],
  ['a long sentence', `// ${'word '.repeat(31)}`, [[1, 'long']]],
])('finds a sentence that breaks the rules in %s', (_, text, places) => {
  expect(rulesOf(text)).toEqual(places)
})

test('reports no fault in plain sentences, code in backticks and comments for tools', () => {
  expect(rulesOf(`// Rejects pending requests.\n\n// \`${opener}\`\n\n// biome-ignore lint: ${opener}`)).toEqual([])
})
