import { expect, test } from 'vitest'
import { bootstrap } from '../../test/bootstrap.ts'
import { type BootScope, findHost } from './boot.ts'

const host = { name: 'host' }
const frame = { name: 'frame' }

const scope = (ancestors: string[] | undefined, changes: Partial<BootScope> = {}): BootScope => ({
  self: frame,
  parent: host,
  top: host,
  location: {
    origin: 'https://modal.example',
    ...(ancestors && { ancestorOrigins: { length: ancestors.length, item: (at: number) => ancestors[at] ?? null } }),
  },
  ...changes,
})

test('the allowed page is the host', () => {
  expect(findHost(scope(['https://shop.example']), bootstrap)).toBe('https://shop.example')
})

test.each<[string, BootScope]>([
  ['opened as a page of its own', scope([], { parent: frame, top: frame })],
  ['a page that is not allowed', scope(['https://other.example'])],
  ['a page that hides its origin', scope(['null'])],
  ['a browser that does not tell', scope(undefined)],
  [
    'an allowed page within another',
    scope(['https://shop.example', 'https://other.example'], { top: { name: 'top' } }),
  ],
  ['an allowed page within itself', scope(['https://shop.example', 'https://shop.example'], { top: { name: 'top' } })],
  ['a name that only ends like an allowed one', scope(['https://evilshop.example'])],
])('%s is refused', (_name, situation) => {
  expect(() => findHost(situation, bootstrap)).toThrow(expect.objectContaining({ code: 'ORIGIN_NOT_ALLOWED' }))
})

test('a frame on the origin of its host or of the secure frame does not start', () => {
  const own = { ...bootstrap, allowedOrigins: ['https://modal.example', 'https://shop.example'] }
  expect(() => findHost(scope(['https://modal.example']), own)).toThrow()
  expect(() =>
    findHost(scope(['https://shop.example']), { ...bootstrap, secureOrigin: 'https://modal.example' }),
  ).toThrow()
})

test('a project without origins allows nobody', () => {
  expect(() => findHost(scope(['https://shop.example']), { ...bootstrap, allowedOrigins: [] })).toThrow()
})
