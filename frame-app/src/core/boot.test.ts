import { expect, test } from 'vitest'
import { sampleBootstrap } from '../../test/bootstrap.ts'
import { type BootWindow, findHostOrigin } from './boot.ts'

const host = { name: 'host' }
const frame = { name: 'frame' }

const scope = (ancestors: string[] | undefined, changes: Partial<BootWindow> = {}): BootWindow => ({
  self: frame,
  parent: host,
  top: host,
  location: {
    origin: 'https://modal.example',
    ...(ancestors && { ancestorOrigins: { length: ancestors.length, item: (at: number) => ancestors[at] ?? null } }),
  },
  ...changes,
})

test('accepts a page of an allowed origin as host page', () => {
  expect(findHostOrigin(scope(['https://shop.example']), sampleBootstrap)).toBe('https://shop.example')
})

test.each<[string, BootWindow]>([
  ['a frame opened as a top-level page', scope([], { parent: frame, top: frame })],
  ['a page that is not allowed', scope(['https://other.example'])],
  ['a page that hides its origin', scope(['null'])],
  ['a browser that reports no ancestors', scope(undefined)],
  [
    'an allowed page inside another page',
    scope(['https://shop.example', 'https://other.example'], { top: { name: 'top' } }),
  ],
  ['an allowed page within itself', scope(['https://shop.example', 'https://shop.example'], { top: { name: 'top' } })],
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
