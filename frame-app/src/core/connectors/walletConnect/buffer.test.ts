import { expect, test } from 'vitest'
import { bufferFrom, provideBuffer } from './buffer.ts'

const text = '{"att":{"eip155":"ü€"}}'

test.each(['hex', 'base64', 'utf-8', 'utf8', undefined] as const)('bytes are written in %s as in Node', (form) => {
  expect(bufferFrom(text).toString(form)).toBe(Buffer.from(text).toString(form))
  expect(bufferFrom([0, 7, 255]).toString(form)).toBe(Buffer.from([0, 7, 255]).toString(form))
})

test('base64 is read with and without its end, in both alphabets', () => {
  const bytes = [251, 255, 190, 1]
  for (const written of ['+/++AQ==', '+/++AQ', '-_--AQ']) expect([...bufferFrom(written, 'base64')]).toEqual(bytes)
})

test('a part of a buffer is read as that part', () => {
  const whole = new TextEncoder().encode(`--${text}--`)
  const place = [whole.buffer, 2, whole.length - 4] as const
  expect(bufferFrom(...place).toString('utf8')).toBe(text)
  expect(bufferFrom(...place)).toHaveLength(Buffer.from(...place).length)
  expect(bufferFrom(whole.buffer).toString()).toBe(`--${text}--`)
})

test('where there is one it stays', () => {
  const own = {}
  const scope = { Buffer: own }
  provideBuffer(scope)
  expect(scope.Buffer).toBe(own)
  const bare: { Buffer?: unknown } = {}
  provideBuffer(bare)
  expect(bare.Buffer).toMatchObject({ from: bufferFrom })
})
