import { expect, test } from 'vitest'
import { findMutants } from './findMutants.ts'

const changesOf = (text: string): string[] =>
  findMutants('module.ts', text).mutants.map(({ start, end, replacement, kind }) =>
    kind === 'block' ? `without ${text.slice(start, end)}` : `${text.slice(start, end)} → ${replacement}`,
  )

test.each([
  ['a condition', 'if (ready) go', ['ready → true', 'ready → false']],
  ['a loop, which would never end with a constant true', 'while (ready) {}', ['ready → false']],
  ['a comparison', 'x = f(a < b)', ['a < b → true', 'a < b → false', 'a < b → a <= b', 'a < b → a >= b']],
  [
    'an operand of && only by true, since false makes the whole condition false',
    'x = f((a === b) && c)',
    [
      '(a === b) && c → true',
      '(a === b) && c → false',
      '(a === b) && c → (a === b) || c',
      'a === b → true',
      'a === b → a !== b',
    ],
  ],
  ['the operator for a missing value', 'x = f(a ?? b)', ['a ?? b → a && b']],
  [
    'one of two such operators, which needs parentheses then',
    'x = f(a ?? b ?? c)',
    ['a ?? b ?? c → (a ?? b) && c', 'a ?? b → a && b'],
  ],
  ['arithmetic, but no joined texts', "x = f(a - b, a + 'px')", ['a - b → a + b', "'px' → ''"]],
  ['a negation and a boolean', 'x = f(!a, true)', ['!a → a', 'true → false']],
  ['a text, an array and an object', "x = f('a', [1], { b: 1 })", ["'a' → ''", '[1] → []', '{ b: 1 } → {}']],
  ['a call whose result nobody uses', 'close()', ['close() → undefined']],
  ['the body of a function', 'function f() { return 1 }', ['without { return 1 }']],
  [
    'the result of an arrow function',
    'const f = (a) => ({ b: a })',
    ['(a) => ({ b: a }) → (a) =>  undefined', '{ b: a } → {}'],
  ],
  ['a method', 'x = f(a.filter(b), a.some(b))', ['a.filter(b) → a', 'a.some(b) → a.every(b)']],
  ['a link of an optional chain', 'x = f(a?.b?.(c))', ['a?.b?.(c) → a.b?.(c)', 'a?.b?.(c) → a?.b(c)']],
])('changes %s', (_what, text, changes) => {
  expect(changesOf(text).toSorted()).toEqual(changes.toSorted())
})

test('leaves types, imports, keys, CSS classes and texts for readers as they are', () => {
  expect(
    changesOf(`
      import { a } from './a.ts'
      type B = 'b' | 'c'
      const d = { 'e': a as B, class: 'hint' }.f satisfies 'g'
      throw new TypeError(\`\${d} is wrong\`)
    `),
  ).toEqual(["{ 'e': a as B, class: 'hint' } → {}"])
})
