import { expect, test } from 'vitest'
import { sampleBootstrap } from '../../test/bootstrap.ts'
import { type BootWindow, findHostOrigin } from './boot.ts'

const host = { name: 'host' }
const frame = { name: 'frame' }

const scope = (ancestors: string[] | undefined, changes: Partial<BootWindow> = {}): BootWindow => ({
  parent: host,
  top: host,
  location: {
    origin: 'https://modal.example',
    ...(ancestors && { ancestorOrigins: ancestors }),
  },
  ...changes,
})

const portal = 'https://portal.example'
const suite = 'https://suite.example'
const framable = { ...sampleBootstrap, allowedAncestors: [portal, suite] }

test('accepts a page of an allowed origin as host page', () => {
  expect(findHostOrigin(scope(['https://shop.example']), sampleBootstrap)).toBe('https://shop.example')
})

test('in a browser that reports no ancestors, accepts an allowed page by the origin of its answer', () => {
  expect(findHostOrigin(scope(undefined), sampleBootstrap, 'https://shop.example')).toBe('https://shop.example')
})

test.each<[string, string, string, Partial<BootWindow>?]>([
  ['a page that is not allowed', 'ORIGIN_NOT_ALLOWED', 'https://other.example'],
  ['an allowed ancestor', 'ORIGIN_NOT_ALLOWED', portal],
  ['its own origin', 'ORIGIN_NOT_ALLOWED', 'https://modal.example'],
  [
    'an allowed page in a frame, whose ancestors are unknown',
    'SERVER_UNREACHABLE',
    'https://shop.example',
    { top: {} },
  ],
])(
  'in a browser that reports no ancestors, refuses to start for the answer of %s: %s',
  (_, code, answered, changes) => {
    expect(() => findHostOrigin(scope(undefined, changes), framable, answered)).toThrow(
      expect.objectContaining({ code }),
    )
  },
)

test('the origin of an answer never replaces reported ancestors', () => {
  const other = scope(['https://other.example'])
  expect(() => findHostOrigin(other, sampleBootstrap, 'https://shop.example')).toThrow(
    expect.objectContaining({ code: 'ORIGIN_NOT_ALLOWED' }),
  )
})

const framed = { top: { name: 'top' } }

test.each([[[portal]], [[portal, suite]]])(
  'accepts an allowed page in the frame of the allowed ancestors %j',
  (ancestors) => {
    const found = findHostOrigin(scope(['https://shop.example', ...ancestors], framed), framable)
    expect(found).toBe('https://shop.example')
  },
)

test.each<[string, string[], Partial<BootWindow>?]>([
  ['the frame of a stranger', ['https://shop.example', 'https://other.example']],
  ['an allowed ancestor in a stranger', ['https://shop.example', portal, 'https://other.example']],
  ['a stranger in an allowed ancestor', ['https://shop.example', 'https://other.example', portal]],
  ['its own frame', ['https://shop.example', 'https://shop.example']],
  ['an ancestor that the browser does not list', ['https://shop.example']],
  ['an ancestor that is no window', ['https://shop.example', portal], { top: host }],
])('leaves the reason to the loader if an allowed page is in %s', (_name, ancestors, changes = framed) => {
  expect(() => findHostOrigin(scope(ancestors, changes), framable)).toThrow(
    expect.objectContaining({ code: 'SERVER_UNREACHABLE' }),
  )
})

test.each<[string, string[], Partial<BootWindow>?]>([
  ['as the host page', [portal], { top: host }],
  ['as the host page of another ancestor', [portal, suite]],
  ['between the frame and an allowed page', [portal, 'https://shop.example']],
])('refuses to start in an allowed ancestor %s', (_name, ancestors, changes = framed) => {
  expect(() => findHostOrigin(scope(ancestors, changes), framable)).toThrow(
    expect.objectContaining({ code: 'ORIGIN_NOT_ALLOWED' }),
  )
})

test.each<[string, BootWindow]>([
  ['a frame opened as a top-level page', scope([], { parent: frame, top: frame })],
  ['a page that is not allowed', scope(['https://other.example'])],
  ['a page that hides its origin', scope(['null'])],
  ['a browser that reports no ancestors, without an answer', scope(undefined)],
  ['a page whose origin only ends like an allowed one', scope(['https://evilshop.example'])],
])('refuses to start in %s', (_name, situation) => {
  expect(() => findHostOrigin(situation, sampleBootstrap)).toThrow(
    expect.objectContaining({ code: 'ORIGIN_NOT_ALLOWED' }),
  )
})

test('refuses to start if the frame has the same origin as the host page or the secure frame', () => {
  const sameOrigin = { ...sampleBootstrap, allowedOrigins: ['https://modal.example', 'https://shop.example'] }
  expect(() => findHostOrigin(scope(['https://modal.example']), sameOrigin)).toThrow()
  expect(() =>
    findHostOrigin(scope(['https://shop.example']), { ...sampleBootstrap, secureOrigin: 'https://modal.example' }),
  ).toThrow()
})

test('accepts no host page if the project allows no origins', () => {
  expect(() => findHostOrigin(scope(['https://shop.example']), { ...sampleBootstrap, allowedOrigins: [] })).toThrow()
})
