import { describe, expect, test } from 'vitest'
import { createWaiting } from '../api/waiting.ts'
import { mailMessages } from '../mail/messages.ts'
import { browserName } from './browserName.ts'
import { makeCode, makeNumbers, readCode } from './otp.ts'

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
test.each([
  [windows, 'Chrome on Windows'],
  [`${windows} Edg/150.0`, 'Edge on Windows'],
  [`${windows} EdgA/150.0`, 'Edge on Windows'],
  [`${mac} Version/18.4 Safari/605.1.15`, 'Safari on Mac'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) CriOS/150 Mobile/15E148 Safari/604.1', 'Chrome on iPhone'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Linux; Android 16) SamsungBrowser/29 Chrome/140 Mobile Safari/537.36', 'Samsung Internet on Android'],
  ['<script>alert(1)</script>', 'An unknown browser'],
  [undefined, 'An unknown browser'],
])('%s is called %s', (agent, name) => {
  expect(browserName(agent)).toBe(name)
})

describe('codes', () => {
  test('of digits keep their zeros and are spread evenly', () => {
    const codes = Array.from({ length: 5_000 }, () => makeCode('short'))
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
  ])('%j is read as %s', (typed, code) => {
    expect(readCode(typed)).toBe(code)
  })
  test('a number to match is one of three that differ', () => {
    for (let times = 0; times < 300; times++) {
      const { matchNumber, numbers } = makeNumbers()
      expect(new Set(numbers).size).toBe(3)
      expect(numbers).toContain(matchNumber)
      expect(numbers.every((number) => /^[1-9]\d$/.test(number))).toBe(true)
    }
  })
})

describe('waiting', () => {
  const { signal } = new AbortController()
  test('ends when there is news, or when the time is over', async () => {
    const { wait, changed } = createWaiting()
    const both = [wait('a', 60_000, [signal]), wait('a', 60_000, [signal])]
    changed('b')
    changed('a')
    expect(await Promise.all(both)).toEqual([true, true])
    expect(await wait('a', 1, [signal])).toBe(true)
  })
  test('ends with whoever waits', async () => {
    const { wait } = createWaiting()
    const gone = new AbortController()
    const waiting = wait('a', 60_000, [gone.signal])
    gone.abort()
    expect(await waiting).toBe(true)
    expect(await wait('a', 60_000, [gone.signal])).toBe(false)
  })
  test('is for so many, and there is room again when one has ended', async () => {
    const { wait, changed } = createWaiting(1)
    const first = wait('a', 60_000, [signal])
    expect(await wait('b', 60_000, [signal])).toBe(false)
    changed('a')
    await first
    const next = wait('b', 60_000, [signal])
    changed('b')
    expect(await next).toBe(true)
  })
})

test.each(['de-AT', 'ar'])('%s has words of its own', (locale) => {
  const [english, own] = [mailMessages('en'), mailMessages(locale)]
  for (const key of Object.keys(english) as (keyof typeof english)[]) {
    const places = (words: unknown) =>
      JSON.stringify(words)
        .match(/\{\w+\}/g)
        ?.sort() ?? []
    expect(places(own[key]), key).toEqual(places(english[key]))
  }
  expect(own.deviceTitle).not.toBe(english.deviceTitle)
})

test.each(['fr', '__proto__', 'constructor', ''])('%j is answered in English', (locale) => {
  expect(mailMessages(locale)).toBe(mailMessages('en'))
})
