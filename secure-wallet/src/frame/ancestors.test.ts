import { expect, test } from 'vitest'
import { type AncestorWindow, findHostPage } from './ancestors.ts'

const own = 'https://wallet.example'
const frame = 'https://modal.example'
const host = 'https://shop.example'
const evil = 'https://evil.example'
const portal = 'https://portal.example'
const suite = 'https://suite.example'
const bootstrap = {
  frameOrigin: frame,
  allowedOrigins: [host, 'https://*.shop.example'],
  allowedAncestors: [portal, suite],
}

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
  expect(findHostPage(framedBy([frame, origin]), bootstrap)).toEqual({ origin, isFramed: false, topOrigin: origin })
})

test.each([[[portal]], [[portal, portal]], [[portal, suite]]])(
  'finds the host page, and never an ancestor, if the host page is in the frame of the allowed ancestors %j',
  (ancestors) => {
    const found = findHostPage(framedBy([frame, host, ...ancestors]), bootstrap)
    expect(found).toEqual({ origin: host, isFramed: true, topOrigin: ancestors.at(-1) })
  },
)

test.each([
  ['the host page without the frame', [host]],
  ['the frame alone', [frame]],
  ['another origin in place of the frame', [evil, host]],
  ['frame and host in the reverse order', [host, frame]],
  ['a foreign frame between frame and host', [frame, evil, host]],
  ['an opaque frame', ['null', host]],
  ['two nested frames under a host', [frame, frame, host]],
  ['a stranger above the host', [frame, host, evil]],
  ['a stranger above an allowed ancestor', [frame, host, portal, evil]],
  ['a stranger between the host and an allowed ancestor', [frame, host, evil, portal]],
  ['an allowed ancestor between the frame and the host', [frame, portal, host]],
  ['another host as ancestor', [frame, host, 'https://eu.shop.example']],
  ['the host as its own ancestor', [frame, host, host]],
  ['the host around an allowed ancestor', [frame, host, portal, host]],
  ['the frame as ancestor', [frame, host, frame]],
  ['the secure frame as ancestor', [frame, host, own]],
  ['an ancestor with another scheme', [frame, host, 'http://portal.example']],
  ['an ancestor with another port', [frame, host, 'https://portal.example:8443']],
  ['a subdomain of an allowed ancestor', [frame, host, 'https://a.portal.example']],
  ['an opaque ancestor', [frame, host, 'null']],
  ['a hidden ancestor', [frame, host, '']],
  ['an allowed ancestor in place of the frame', [portal, host]],
])('refuses to start under ancestors whose origins cannot be verified: %s', (_name, origins) => {
  expect(() => findHostPage(framedBy(origins), bootstrap)).toThrow(
    expect.objectContaining({ code: 'UNVERIFIED_DOMAIN' }),
  )
})

test.each([
  ['a site that is not allowed', evil],
  ['an allowed ancestor that poses as the host', portal],
  ['an opaque host', 'null'],
  ['an empty origin', ''],
  ['the frame as its own host', frame],
  ['the secure frame as its own host', own],
  ['a look-alike of an allowed host', 'https://evilshop.example'],
])('refuses to start under a host page that the project does not allow: %s', (_name, origin) => {
  const wide = { ...bootstrap, allowedOrigins: [...bootstrap.allowedOrigins, frame, own] }
  expect(() => findHostPage(framedBy([frame, origin]), wide)).toThrow(
    expect.objectContaining({ code: 'ORIGIN_NOT_ALLOWED' }),
  )
})

test('refuses to start in a browser that lists no ancestors, and names the browser as the reason', () => {
  expect(() => findHostPage(framedBy(undefined), bootstrap)).toThrow(
    expect.objectContaining({ code: 'BROWSER_TOO_OLD' }),
  )
})

test('refuses to start as a top-level document', () => {
  expect(() => findHostPage(framedBy([], 0), bootstrap)).toThrow(expect.objectContaining({ code: 'UNVERIFIED_DOMAIN' }))
})

test('refuses every host page if the project allows no origin', () => {
  const closed = { ...bootstrap, allowedOrigins: [] }
  expect(() => findHostPage(framedBy([frame, host]), closed)).toThrow(
    expect.objectContaining({ code: 'ORIGIN_NOT_ALLOWED' }),
  )
})

test('refuses a framed host page whose project allows no ancestor', () => {
  expect(() => findHostPage(framedBy([frame, host, portal]), { ...bootstrap, allowedAncestors: [] })).toThrow(
    expect.objectContaining({ code: 'UNVERIFIED_DOMAIN' }),
  )
})

test.each([
  ['deeper', [frame, host], 3],
  ['deeper', [frame, host, portal], 4],
  ['less deep', [frame, host, portal], 2],
])('refuses to start in a frame that is nested %s than ancestorOrigins says', (_name, origins, depth) => {
  expect(() => findHostPage(framedBy(origins, depth), bootstrap)).toThrow(
    expect.objectContaining({ code: 'UNVERIFIED_DOMAIN' }),
  )
})

test('refuses ancestors that a data block names although they are hosts or our own origins', () => {
  const wide = { ...bootstrap, allowedAncestors: [host, frame, own] }
  for (const ancestor of wide.allowedAncestors)
    expect(() => findHostPage(framedBy([frame, host, ancestor]), wide)).toThrow(
      expect.objectContaining({ code: 'UNVERIFIED_DOMAIN' }),
    )
})
