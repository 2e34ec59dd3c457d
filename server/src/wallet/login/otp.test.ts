import { describe, expect, test } from 'vitest'
import { makeMatchNumbers, makeOtp, normaliseCode } from './otp.ts'

describe('OTPs', () => {
  test('makes codes of six digits that start with each digit equally often, zero included', () => {
    const codes = Array.from({ length: 5_000 }, () => makeOtp('short'))
    expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true)
    const first = Array.from(
      { length: 10 },
      (_, digit) => codes.filter((code) => code.startsWith(String(digit))).length,
    )
    expect(Math.min(...first)).toBeGreaterThan(350)
    expect(Math.max(...first)).toBeLessThan(650)
  })
  test.each([
    [' 12 34-56 ', '123456'],
    ['ab\u00a0cdefghjk', 'ABCDEFGHJK'],
    ['Oil0', '0110'],
  ])('normalises the typed code %j to %s', (typed, code) => {
    expect(normaliseCode(typed)).toBe(code)
  })
  test('picks the number that the modal shows from three distinct numbers', () => {
    for (let times = 0; times < 300; times++) {
      const { matchNumber, numbers } = makeMatchNumbers()
      expect(new Set(numbers).size).toBe(3)
      expect(numbers).toContain(matchNumber)
      expect(numbers.every((number) => /^[1-9]\d$/.test(number))).toBe(true)
    }
  })
})
