import { expect, test } from 'vitest'
import { fromBase58, fromBase64, fromHex, toBase58, toBase64, toHex } from './bytes.ts'

/** The examples of draft-msporny-base58, section 5. */
test.each([
  ['48656c6c6f20576f726c6421', '2NEpo7TZRRrLZSi2U'],
  ['0000287fb4cd', '11233QC4'],
  ['', ''],
  ['0000', '11'],
])('converts %s to %s in base58 and back', (hex, text) => {
  expect(toBase58(fromHex(hex))).toBe(text)
  expect(toHex(fromBase58(text))).toBe(hex)
})

test('restores any bytes from base58, base64 and hex', () => {
  for (let length = 0; length < 70; length++) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 151 + length) % 256)
    expect(fromBase58(toBase58(bytes))).toEqual(bytes)
    expect(fromBase64(toBase64(bytes))).toEqual(bytes)
    expect(fromHex(toHex(bytes))).toEqual(bytes)
  }
})

test('reads base64url as well as base64', () => {
  expect(toHex(fromBase64('-_8'))).toBe('fbff')
})

test.each([
  ['0', fromBase58],
  ['l', fromBase58],
  ['abc', fromHex],
  ['zz', fromHex],
  ['%', fromBase64],
])('rejects the malformed text %s', (text, read) => {
  expect(() => read(text)).toThrow()
})
