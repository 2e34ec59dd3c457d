import { expect, test } from 'vitest'
import { createLocalNonces, nonceLifetimeMs } from './nonces.ts'

const make = (usedLimit?: number) => {
  const time = { ms: 5_000 }
  return { time, nonces: createLocalNonces(() => time.ms, usedLimit) }
}

test('makes unique nonces of letters and digits', () => {
  const { nonces } = make()
  const all = Array.from({ length: 1_000 }, () => nonces.make('shop'))
  expect(all.every((nonce) => /^[A-Za-z0-9]{8,40}$/.test(nonce))).toBe(true)
  expect(new Set(all).size).toBe(1_000)
})

test('accepts a nonce once, from its site, within five minutes', async () => {
  const { time, nonces } = make()
  const [one, other, third] = [nonces.make('shop'), nonces.make('shop'), nonces.make('shop')]
  expect(await nonces.use(one, 'cafe')).toBe(false)
  expect(await nonces.use(one, 'shop')).toBe(true)
  expect(await nonces.use(one, 'shop')).toBe(false)
  time.ms += nonceLifetimeMs - 1
  expect(await nonces.use(other, 'shop')).toBe(true)
  time.ms += 1
  expect(await nonces.use(third, 'shop')).toBe(false)
  expect(await nonces.use(one, 'shop')).toBe(false)
})

test('rejects a nonce that another server process made', async () => {
  expect(await make().nonces.use(make().nonces.make('shop'), 'shop')).toBe(false)
})

test('rejects unused nonces while the list of used nonces is full', async () => {
  const { time, nonces } = make(3)
  const all = Array.from({ length: 5 }, () => nonces.make('shop'))
  expect(await Promise.all(all.map((nonce) => nonces.use(nonce, 'shop')))).toEqual([true, true, true, false, false])
  expect(await Promise.all(all.slice(0, 3).map((nonce) => nonces.use(nonce, 'shop')))).toEqual([false, false, false])
  time.ms += nonceLifetimeMs
  expect(await nonces.use(nonces.make('shop'), 'shop')).toBe(true)
})

test.each(['', '1', '1'.repeat(33), 'O0Il'.repeat(8), 'z'.repeat(34), '2'.repeat(10_000)])(
  'rejects the malformed nonce %j',
  async (nonce) => {
    expect(await make().nonces.use(nonce, 'shop')).toBe(false)
  },
)
