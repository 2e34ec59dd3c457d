import { expect, test } from 'vitest'
import { type AncestorScope, findHost } from './ancestors.ts'

const own = 'https://wallet.example'
const frame = 'https://modal.example'
const host = 'https://shop.example'
const evil = 'https://evil.example'
const bootstrap = { frameOrigin: frame, allowedOrigins: [host, 'https://*.shop.example'] }

/** `origins` from the nearest ancestor outwards, as browsers list them. */
const framedBy = (origins: string[] | undefined, depth = origins?.length ?? 2): AncestorScope => {
  let window: { self: unknown; parent: unknown; top: unknown } | undefined
  let top: unknown
  for (let level = 0; level <= depth; level++) {
    const next = { self: {} as unknown, parent: window as unknown, top }
    next.self = next
    next.parent ??= next
    top ??= next
    next.top = top
    window = next
  }
  const ancestorOrigins = origins && { length: origins.length, item: (index: number) => origins[index] ?? null }
  return { ...window, location: { origin: own, ...(ancestorOrigins && { ancestorOrigins }) } } as AncestorScope
}

test.each([host, 'https://eu.shop.example'])('the host %s is found behind the modal', (origin) => {
  const scope = framedBy([frame, origin])
  expect(findHost({ ...scope, self: scope }, bootstrap)).toBe(origin)
})

test.each([
  ['a browser that lists no ancestors', undefined],
  ['the page directly', [host]],
  ['the modal alone', [frame]],
  ['a stranger in place of the modal', [evil, host]],
  ['the order turned around', [host, frame]],
  ['a frame between', [frame, evil, host]],
  ['a page around the host', [frame, host, evil]],
  ['an opaque modal', ['null', host]],
  ['the modal twice, and a host', [frame, frame, host]],
])('%s is not verified', (_name, origins) => {
  expect(() => findHost(framedBy(origins), bootstrap)).toThrow(expect.objectContaining({ code: 'UNVERIFIED_DOMAIN' }))
})

test.each([
  ['a site that is not allowed', evil],
  ['a host that hides itself', 'null'],
  ['a host without a name', ''],
  ['the modal as its own host', frame],
  ['the wallet as its own host', own],
  ['a look-alike', 'https://evilshop.example'],
])('%s is not allowed', (_name, origin) => {
  const wide = { ...bootstrap, allowedOrigins: [...bootstrap.allowedOrigins, frame, own] }
  expect(() => findHost(framedBy([frame, origin]), wide)).toThrow(
    expect.objectContaining({ code: 'ORIGIN_NOT_ALLOWED' }),
  )
})

test('alone in a tab it is not verified', () => {
  expect(() => findHost(framedBy([], 0), bootstrap)).toThrow(expect.objectContaining({ code: 'UNVERIFIED_DOMAIN' }))
})

test('without allowed origins nobody is', () => {
  const closed = { ...bootstrap, allowedOrigins: [] }
  expect(() => findHost(framedBy([frame, host]), closed)).toThrow(
    expect.objectContaining({ code: 'ORIGIN_NOT_ALLOWED' }),
  )
})

test('a depth that the list of origins does not tell is not believed', () => {
  expect(() => findHost(framedBy([frame, host], 3), bootstrap)).toThrow(
    expect.objectContaining({ code: 'UNVERIFIED_DOMAIN' }),
  )
})
