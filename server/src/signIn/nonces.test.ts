import { expect, test } from 'vitest'
import { createNonces, nonceLifetimeMs } from './nonces.ts'

const make = (usedLimit?: number) => {
  const time = { ms: 5_000 }
  return { time, nonces: createNonces(() => time.ms, usedLimit) }
}

test('makes unique nonces of letters and digits', () => {
  const { nonces } = make()
  const all = Array.from({ length: 1_000 }, () => nonces.make('shop'))
  expect(all.every((nonce) => /^[A-Za-z0-9]{8,40}$/.test(nonce))).toBe(true)
  expect(new Set(all).size).toBe(1_000)
})

test('accepts a nonce once, from its site, within five minutes', () => {
  const { time, nonces } = make()
  const [one, other, third] = [nonces.make('shop'), nonces.make('shop'), nonces.make('shop')]
  expect(nonces.use(one, 'cafe')).toBe(false)
  expect(nonces.use(one, 'shop')).toBe(true)
  expect(nonces.use(one, 'shop')).toBe(false)
  time.ms += nonceLifetimeMs - 1
  expect(nonces.use(other, 'shop')).toBe(true)
  time.ms += 1
  expect(nonces.use(third, 'shop')).toBe(false)
  expect(nonces.use(one, 'shop')).toBe(false)
})

test('rejects a nonce that another server process made', () => {
  expect(make().nonces.use(make().nonces.make('shop'), 'shop')).toBe(false)
})

test('rejects unused nonces while the list of used nonces is full', () => {
  const { time, nonces } = make(3)
  const all = Array.from({ length: 5 }, () => nonces.make('shop'))
  expect(all.map((nonce) => nonces.use(nonce, 'shop'))).toEqual([true, true, true, false, false])
  expect(all.slice(0, 3).map((nonce) => nonces.use(nonce, 'shop'))).toEqual([false, false, false])
  time.ms += nonceLifetimeMs
  expect(nonces.use(nonces.make('shop'), 'shop')).toBe(true)
})

test.each(['', '1', '1'.repeat(33), 'O0Il'.repeat(8), 'z'.repeat(34), '2'.repeat(10_000)])(
  'rejects the malformed nonce %j',
  (nonce) => {
    expect(make().nonces.use(nonce, 'shop')).toBe(false)
  },
)
