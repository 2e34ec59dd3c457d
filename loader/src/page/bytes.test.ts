import { expect, test } from 'vitest'
import { fromBase58, fromBase64, fromHex, toBase58, toBase64, toHex } from './bytes.ts'

/** draft-msporny-base58, section 5. */
test.each([
  ['48656c6c6f20576f726c6421', '2NEpo7TZRRrLZSi2U'],
  ['0000287fb4cd', '11233QC4'],
  ['', ''],
  ['0000', '11'],
])('%s is %s in base58', (hex, text) => {
  expect(toBase58(fromHex(hex))).toBe(text)
  expect(toHex(fromBase58(text))).toBe(hex)
})

test('any bytes come back from each text', () => {
  for (let length = 0; length < 70; length++) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 151 + length) % 256)
    expect(fromBase58(toBase58(bytes))).toEqual(bytes)
    expect(fromBase64(toBase64(bytes))).toEqual(bytes)
    expect(fromHex(toHex(bytes))).toEqual(bytes)
  }
})

test('base64url is read too', () => {
  expect(toHex(fromBase64('-_8'))).toBe('fbff')
})

test.each([
  ['0', fromBase58],
  ['l', fromBase58],
  ['abc', fromHex],
  ['zz', fromHex],
  ['%', fromBase64],
])('%s is refused', (text, read) => {
  expect(() => read(text)).toThrow()
})
