import { expect, test } from 'vitest'
import { type AncestorWindow, findHostOrigin } from './ancestors.ts'

const own = 'https://wallet.example'
const frame = 'https://modal.example'
const host = 'https://shop.example'
const evil = 'https://evil.example'
const bootstrap = { frameOrigin: frame, allowedOrigins: [host, 'https://*.shop.example'] }

/** `origins` from the nearest ancestor outwards, as browsers list them. */
const framedBy = (origins: string[] | undefined, depth = origins?.length ?? 2): AncestorWindow => {
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
  return { ...window, location: { origin: own, ...(ancestorOrigins && { ancestorOrigins }) } } as AncestorWindow
}

test.each([host, 'https://eu.shop.example'])("finds the host page's origin %s above the modal's frame", (origin) => {
  const scope = framedBy([frame, origin])
  expect(findHostOrigin({ ...scope, self: scope }, bootstrap)).toBe(origin)
})

test.each([
  ['a browser that lists no ancestors', undefined],
  ['the host page without the frame', [host]],
  ['the frame alone', [frame]],
  ['another origin in place of the frame', [evil, host]],
  ['frame and host in the reverse order', [host, frame]],
  ['a foreign frame between frame and host', [frame, evil, host]],
  ['a page above the host', [frame, host, evil]],
  ['an opaque frame', ['null', host]],
  ['two nested frames under a host', [frame, frame, host]],
])('refuses to start under ancestors whose origins cannot be verified: %s', (_name, origins) => {
  expect(() => findHostOrigin(framedBy(origins), bootstrap)).toThrow(
    expect.objectContaining({ code: 'UNVERIFIED_DOMAIN' }),
  )
})

test.each([
  ['a site that is not allowed', evil],
  ['an opaque host', 'null'],
  ['an empty origin', ''],
  ['the frame as its own host', frame],
  ['the secure frame as its own host', own],
  ['a look-alike of an allowed host', 'https://evilshop.example'],
])('refuses to start under a host page that the project does not allow: %s', (_name, origin) => {
  const wide = { ...bootstrap, allowedOrigins: [...bootstrap.allowedOrigins, frame, own] }
  expect(() => findHostOrigin(framedBy([frame, origin]), wide)).toThrow(
    expect.objectContaining({ code: 'ORIGIN_NOT_ALLOWED' }),
  )
})

test('refuses to start as a top-level document', () => {
  expect(() => findHostOrigin(framedBy([], 0), bootstrap)).toThrow(
    expect.objectContaining({ code: 'UNVERIFIED_DOMAIN' }),
  )
})

test('refuses every host page if the project allows no origin', () => {
  const closed = { ...bootstrap, allowedOrigins: [] }
  expect(() => findHostOrigin(framedBy([frame, host]), closed)).toThrow(
    expect.objectContaining({ code: 'ORIGIN_NOT_ALLOWED' }),
  )
})

test('refuses to start in a frame that is nested deeper than ancestorOrigins says', () => {
  expect(() => findHostOrigin(framedBy([frame, host], 3), bootstrap)).toThrow(
    expect.objectContaining({ code: 'UNVERIFIED_DOMAIN' }),
  )
})
