import { expect, test } from 'vitest'
import { bufferFrom, provideBuffer } from './bufferPolyfill.ts'

const text = '{"att":{"eip155":"ü€"}}'

test.each(['hex', 'base64', 'utf-8', 'utf8', undefined] as const)(
  'encodes bytes with the encoding %s as Node does',
  (form) => {
    expect(bufferFrom(text).toString(form)).toBe(Buffer.from(text).toString(form))
    expect(bufferFrom([0, 7, 255]).toString(form)).toBe(Buffer.from([0, 7, 255]).toString(form))
  },
)

test('decodes base64 with and without padding, in both alphabets', () => {
  const bytes = [251, 255, 190, 1]
  for (const written of ['+/++AQ==', '+/++AQ', '-_--AQ']) expect([...bufferFrom(written, 'base64')]).toEqual(bytes)
})

test('reads the part of an ArrayBuffer that the offset and the length select', () => {
  const whole = new TextEncoder().encode(`--${text}--`)
  const part = [whole.buffer, 2, whole.length - 4] as const
  expect(bufferFrom(...part).toString('utf8')).toBe(text)
  expect(bufferFrom(...part)).toHaveLength(Buffer.from(...part).length)
  expect(bufferFrom(whole.buffer).toString()).toBe(`--${text}--`)
})

test('keeps a global Buffer that exists already', () => {
  const existing = {}
  const scope = { Buffer: existing }
  provideBuffer(scope)
  expect(scope.Buffer).toBe(existing)
  const bare: { Buffer?: unknown } = {}
  provideBuffer(bare)
  expect(bare.Buffer).toMatchObject({ from: bufferFrom })
})
