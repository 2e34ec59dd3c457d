import type { PageWallet } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { expect, test } from 'vitest'
import { defaultOrder, type OrderInput, orderWallets } from './order.ts'

const harbor: PageWallet = { id: 'com.harbor', name: 'Harbor', rdns: 'com.harbor' }
const kite: PageWallet = { id: 'com.kite', name: 'Kite', rdns: 'com.kite' }
const legacy: PageWallet = { id: 'legacy', name: 'Browser wallet', legacy: true }
const listed = (id: string, rdns?: string): DirectoryWallet => ({ id, name: id, chains: [], ...(rdns ? { rdns } : {}) })

const order = (input: Partial<OrderInput>) =>
  orderWallets({
    pageWallets: [],
    directoryIds: { 'com.harbor': 'h', 'com.kite': 'k' },
    icons: {},
    directory: [],
    customWallets: [],
    recents: [],
    hasRelay: false,
    connectorTypeOrder: defaultOrder,
    featuredWalletIds: [],
    includeWalletIds: [],
    excludeWalletIds: [],
    ...input,
  })
const show = (input: Partial<OrderInput>) => order(input).map(({ id, kind }) => `${kind} ${id}`)

const everything: Partial<OrderInput> = {
  pageWallets: [legacy, harbor, kite],
  recents: [{ id: 'com.kite', name: 'Kite' }],
  directory: [listed('f1'), listed('r1'), listed('r2')],
  featuredWalletIds: ['f1'],
  customWallets: [{ id: 'own', name: 'Own' }],
}

test.each<[string, Partial<OrderInput>, string[]]>([
  [
    'the default order, a legacy wallet last',
    everything,
    [
      'recent com.kite',
      'injected com.harbor',
      'featured f1',
      'custom own',
      'recommended r1',
      'recommended r2',
      'injected legacy',
    ],
  ],
  [
    "the project's order; what it leaves out follows",
    { ...everything, connectorTypeOrder: ['custom', 'injected'] },
    [
      'custom own',
      'injected com.harbor',
      'recent com.kite',
      'featured f1',
      'recommended r1',
      'recommended r2',
      'injected legacy',
    ],
  ],
  [
    'a recent wallet that is gone has no row',
    { pageWallets: [harbor], recents: [{ id: 'com.kite', name: 'Kite' }] },
    ['injected com.harbor'],
  ],
  [
    'an extension that is here is not offered for installing',
    { pageWallets: [harbor], directory: [listed('h', 'com.harbor')] },
    ['injected com.harbor'],
  ],
  [
    'featured wallets stand in the order of their ids',
    { directory: [listed('a'), listed('b'), listed('c')], featuredWalletIds: ['c', 'a'] },
    ['featured c', 'featured a', 'recommended b'],
  ],
  [
    'four are recommended',
    { directory: ['a', 'b', 'c', 'd', 'e'].map((id) => listed(id)) },
    ['recommended a', 'recommended b', 'recommended c', 'recommended d'],
  ],
  [
    'excluding a wallet by its id in the directory hides its extension',
    { pageWallets: [harbor, kite], excludeWalletIds: ['h'] },
    ['injected com.kite'],
  ],
  [
    'an extension is excluded by its rdns',
    { pageWallets: [harbor, kite], excludeWalletIds: ['com.kite'] },
    ['injected com.harbor'],
  ],
  [
    'a list of included ones leaves out all others but the own',
    {
      pageWallets: [harbor, kite],
      directory: [listed('h', 'com.harbor'), listed('z')],
      includeWalletIds: ['h'],
      customWallets: [{ id: 'own', name: 'Own' }],
    },
    ['injected com.harbor', 'custom own'],
  ],
  [
    'a wallet of the site that is in the page has one row, and it connects',
    { pageWallets: [harbor], customWallets: [{ id: 'com.harbor', name: 'Harbor' }] },
    ['injected com.harbor'],
  ],
  [
    'a wallet that is featured twice has one row',
    { directory: [listed('f1')], featuredWalletIds: ['f1', 'f1'] },
    ['featured f1'],
  ],
])('%s', (_name, input, expected) => {
  expect(show(input)).toEqual(expected)
})

const phone = { id: 'p', name: 'Phone', supports_wc: true }

test.each<[string, Partial<OrderInput>, string[]]>([
  [
    'a relay puts any wallet with a scanner first',
    { pageWallets: [harbor] },
    ['walletConnect walletConnect', 'injected com.harbor'],
  ],
  [
    'a wallet reached through it is recent, wherever it lives',
    { recents: [phone] },
    ['walletConnect walletConnect', 'recent p'],
  ],
  [
    'a recent one has one row, though it is featured too',
    { recents: [phone], directory: [listed('p'), listed('q')], featuredWalletIds: ['p'] },
    ['walletConnect walletConnect', 'recent p', 'recommended q'],
  ],
  [
    'once its extension is here, that is the row',
    { recents: [{ ...phone, id: 'h' }], pageWallets: [harbor] },
    ['walletConnect walletConnect', 'recent com.harbor'],
  ],
  ['an excluded one is not recent', { recents: [phone], excludeWalletIds: ['p'] }, ['walletConnect walletConnect']],
])('%s', (_name, input, expected) => {
  expect(show({ hasRelay: true, ...input })).toEqual(expected)
})

test('without the relay a wallet on another device has no row', () => {
  expect(show({ recents: [phone] })).toEqual([])
})

test("what the site says of its own wallet is kept in the directory's words", () => {
  const own = { id: 'own', name: 'Own', mobileLink: 'own://', appStore: 'https://a.example/' }
  expect(order({ customWallets: [own] })[0]?.wallet).toEqual({
    id: 'own',
    name: 'Own',
    chains: [],
    mobile_link: 'own://',
    app_store: 'https://a.example/',
  })
})

test('tags say why a row is here', () => {
  expect(order(everything).map(({ tag }) => tag)).toEqual([
    'recent',
    'installed',
    undefined,
    undefined,
    undefined,
    undefined,
    'legacy',
  ])
})

test('only wallets of the page can be connected', () => {
  expect(
    order(everything)
      .filter(({ connectorId }) => connectorId)
      .map(({ id }) => id),
  ).toEqual(['com.kite', 'com.harbor', 'legacy'])
})

test.each(['__proto__', 'constructor'])(
  'a wallet that goes by the name %s has no picture that it did not bring',
  (id) => {
    expect(order({ pageWallets: [{ id, name: 'Trick' }] })[0]).not.toHaveProperty('iconUrl')
  },
)

const foreign = 'f'.repeat(64)
const both: DirectoryWallet = { ...listed('k', 'com.kite'), other_id: foreign }
test.each<[string, Partial<OrderInput>, string[]]>([
  ['excluded', { directory: [both, listed('r1')], excludeWalletIds: [foreign] }, ['recommended r1']],
  [
    'excluded, with its extension',
    { pageWallets: [kite, harbor], directory: [both], excludeWalletIds: [foreign] },
    ['injected com.harbor'],
  ],
  [
    'included, with its extension',
    { pageWallets: [kite, harbor], directory: [both], includeWalletIds: [foreign] },
    ['injected com.kite'],
  ],
  ['featured', { directory: [listed('r1'), both], featuredWalletIds: [foreign] }, ['featured k', 'recommended r1']],
  [
    'featured once',
    { directory: [listed('r1'), both], featuredWalletIds: [foreign, 'k'] },
    ['featured k', 'recommended r1'],
  ],
])('by the id of another listing a wallet is %s', (_name, input, rows) => {
  expect(show(input)).toEqual(rows)
})
