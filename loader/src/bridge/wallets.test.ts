import { beforeEach, expect, test, vi } from 'vitest'
import type { Eip1193Provider } from '../../index.d.ts'
import { discoverWallets, type EvmPageWallet } from './wallets.ts'

let page: EventTarget
beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('window', {})
})

const icon = 'data:image/svg+xml,<svg/>'
const createProvider = () =>
  ({ request: async () => [], on: () => {}, removeListener: () => {} }) as never as Eip1193Provider
const announce = (detail: unknown) => page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
const detail = (rdns: string, info: object = {}, provider: unknown = createProvider()) => ({
  info: { uuid: `uuid of ${rdns}`, name: rdns, icon, rdns, ...info },
  provider,
})
const discover = (own = createProvider()) => {
  const found: EvmPageWallet[] = []
  const list = discoverWallets(own, (wallet) => found.push(wallet))
  return { list, found, ids: () => list().map(({ id }) => id) }
}

test('lists a wallet once, however often it announces itself', () => {
  const { found, ids } = discover()
  const kite = detail('io.kite')
  announce(kite)
  announce(kite)
  announce({ ...kite, info: { ...kite.info, uuid: 'a new one each time' } })
  announce(detail('app.harbor'))
  expect(ids()).toEqual(['io.kite', 'app.harbor'])
  expect(found).toHaveLength(2)
})

test('distinguishes two wallets with the same reverse domain name', () => {
  const { ids } = discover()
  announce(detail('io.kite'))
  announce(detail('io.kite', { uuid: 'second' }))
  expect(ids()).toEqual(['io.kite', 'second'])
})

test('does not list AppKit itself', () => {
  const own = createProvider()
  const { ids } = discover(own)
  announce(detail('dev.own', {}, own))
  expect(ids()).toEqual([])
})

const throwing = new Proxy(
  {},
  {
    get: () => {
      throw new Error('trap')
    },
  },
)
test.each([
  undefined,
  null,
  7,
  'text',
  {},
  throwing,
  { info: throwing, provider: createProvider() },
  { info: null, provider: createProvider() },
  { info: detail('bad.none').info },
  detail('bad.function', {}, { request: 'no function' }),
  detail('bad.name', { name: {} }),
  detail('bad.icon', { icon: [] }),
  detail('bad rdns'),
  detail('bad.symbol', { rdns: Symbol('x') }),
  detail(`bad.${'long'.repeat(100)}`),
])('ignores a malformed announcement (%#)', (bad) => {
  const { ids } = discover()
  announce(bad)
  announce(detail('io.kite'))
  expect(ids()).toEqual(['io.kite'])
})

test.each([
  ['javascript:alert(1)', ''],
  ['https://tracker.example/pixel.png', ''],
  [`data:image/png;base64,${'A'.repeat(5_000_000)}`, ''],
  [icon, icon],
])('accepts only a small data image as an icon (%#)', (given, expected) => {
  const { list } = discover()
  announce(detail('io.kite', { icon: given }))
  expect(list()[0]?.icon).toBe(expected)
})

test('lists the first 64 wallets only', () => {
  const { ids } = discover()
  announce(detail('io.kite'))
  for (let index = 0; index < 500; index += 1) announce(detail(`flood.n${index}`))
  expect(ids()).toHaveLength(64)
  expect(ids()[0]).toBe('io.kite')
})

test('lists window.ethereum last and labelled, unless the wallet announced itself', () => {
  const { list } = discover()
  const ethereum = createProvider()
  vi.stubGlobal('window', { ethereum })
  announce(detail('io.kite'))
  expect(list().map(({ id, name, legacy }) => ({ id, name, legacy }))).toEqual([
    { id: 'io.kite', name: 'io.kite', legacy: undefined },
    { id: 'legacy', name: 'Browser Wallet', legacy: true },
  ])
  announce(detail('app.harbor', {}, ethereum))
  expect(list().map(({ id }) => id)).toEqual(['io.kite', 'app.harbor'])
})
