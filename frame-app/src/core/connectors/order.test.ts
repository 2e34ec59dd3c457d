import type { PageWallet } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { expect, test } from 'vitest'
import { defaultOrder, orderWallets, type WalletOrderInput } from './order.ts'

const harbor: PageWallet = { id: 'com.harbor', name: 'Harbor', rdns: 'com.harbor' }
const kite: PageWallet = { id: 'com.kite', name: 'Kite', rdns: 'com.kite' }
const legacy: PageWallet = { id: 'legacy', name: 'Browser wallet', legacy: true }
const listed = (id: string, rdns?: string): DirectoryWallet => ({ id, name: id, chains: [], ...(rdns ? { rdns } : {}) })

const order = (input: Partial<WalletOrderInput>) =>
  orderWallets({
    pageWallets: [],
    directoryIds: { 'com.harbor': 'h', 'com.kite': 'k' },
    icons: {},
    directory: [],
    pendingWalletIds: [],
    customWallets: [],
    recents: [],
    hasRelay: false,
    connectorTypeOrder: defaultOrder,
    featuredWalletIds: [],
    includeWalletIds: [],
    excludeWalletIds: [],
    ...input,
  })
const show = (input: Partial<WalletOrderInput>) => order(input).map(({ id, kind }) => `${kind} ${id}`)

const everything: Partial<WalletOrderInput> = {
  pageWallets: [legacy, harbor, kite],
  recents: [{ id: 'com.kite', name: 'Kite' }],
  directory: [listed('f1'), listed('r1'), listed('r2')],
  featuredWalletIds: ['f1'],
  customWallets: [{ id: 'own', name: 'Own' }],
}

test.each<[string, Partial<WalletOrderInput>, string[]]>([
  [
    'uses the default order with a legacy wallet last',
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
    'omits a recent wallet that is gone',
    { pageWallets: [harbor], recents: [{ id: 'com.kite', name: 'Kite' }] },
    ['injected com.harbor'],
  ],
  [
    'offers no download of an installed extension',
    { pageWallets: [harbor], directory: [listed('h', 'com.harbor')] },
    ['injected com.harbor'],
  ],
  [
    'orders featured wallets by the list of ids',
    { directory: [listed('a'), listed('b'), listed('c')], featuredWalletIds: ['c', 'a'] },
    ['featured c', 'featured a', 'recommended b'],
  ],
  [
    'recommends four wallets',
    { directory: ['a', 'b', 'c', 'd', 'e'].map((id) => listed(id)) },
    ['recommended a', 'recommended b', 'recommended c', 'recommended d'],
  ],
  [
    'hides the extension of a wallet excluded by directory id',
    { pageWallets: [harbor, kite], excludeWalletIds: ['h'] },
    ['injected com.kite'],
  ],
  [
    'hides an extension excluded by rdns',
    { pageWallets: [harbor, kite], excludeWalletIds: ['com.kite'] },
    ['injected com.harbor'],
  ],
  [
    "shows only included wallets and the site's custom ones",
    {
      pageWallets: [harbor, kite],
      directory: [listed('h', 'com.harbor'), listed('z')],
      includeWalletIds: ['h'],
      customWallets: [{ id: 'own', name: 'Own' }],
    },
    ['injected com.harbor', 'custom own'],
  ],
  [
    'merges a custom wallet with its extension into a row that connects',
    { pageWallets: [harbor], customWallets: [{ id: 'com.harbor', name: 'Harbor' }] },
    ['injected com.harbor'],
  ],
  [
    'shows one row for a wallet that is featured twice',
    { directory: [listed('f1')], featuredWalletIds: ['f1', 'f1'] },
    ['featured f1'],
  ],
])('%s', (_name, input, expected) => {
  expect(show(input)).toEqual(expected)
})

const phone = { id: 'p', name: 'Phone', supports_wc: true }

test.each<[string, Partial<WalletOrderInput>, string[]]>([
  [
    'puts the QR code row first if there is a relay',
    { pageWallets: [harbor] },
    ['walletConnect walletConnect', 'injected com.harbor'],
  ],
  ['lists a remote wallet as recent', { recents: [phone] }, ['walletConnect walletConnect', 'recent p']],
  [
    'shows one row for a wallet that is recent and featured',
    { recents: [phone], directory: [listed('p'), listed('q')], featuredWalletIds: ['p'] },
    ['walletConnect walletConnect', 'recent p', 'recommended q'],
  ],
  [
    'prefers the installed extension of a recent remote wallet',
    { recents: [{ ...phone, id: 'h' }], pageWallets: [harbor] },
    ['walletConnect walletConnect', 'recent com.harbor'],
  ],
  [
    'shows no excluded wallet as recent',
    { recents: [phone], excludeWalletIds: ['p'] },
    ['walletConnect walletConnect'],
  ],
])('%s', (_name, input, expected) => {
  expect(show({ hasRelay: true, ...input })).toEqual(expected)
})

test('omits wallets on other devices if the project has no relay', () => {
  expect(show({ recents: [phone] })).toEqual([])
})

test('describes a custom wallet in the same shape as a wallet of the directory', () => {
  const own = { id: 'own', name: 'Own', mobileLink: 'own://', appStore: 'https://a.example/' }
  expect(order({ customWallets: [own] })[0]?.wallet).toEqual({
    id: 'own',
    name: 'Own',
    chains: [],
    mobile_link: 'own://',
    app_store: 'https://a.example/',
  })
})

test('tags each wallet row as recent, installed, legacy or nothing', () => {
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

test('gives a connector id only to the rows of page wallets', () => {
  expect(
    order(everything)
      .filter(({ connectorId }) => connectorId)
      .map(({ id }) => id),
  ).toEqual(['com.kite', 'com.harbor', 'legacy'])
})

test.each(['__proto__', 'constructor'])('shows no icon for a page wallet that has the id %s and no icon', (id) => {
  expect(order({ pageWallets: [{ id, name: 'Trick' }] })[0]).not.toHaveProperty('iconUrl')
})

const foreign = 'f'.repeat(64)
const both: DirectoryWallet = { ...listed('k', 'com.kite'), other_id: foreign }
test.each<[string, Partial<WalletOrderInput>, string[]]>([
  ['excluded', { directory: [both, listed('r1')], excludeWalletIds: [foreign] }, ['recommended r1']],
  [
    'excludes the wallet and its extension',
    { pageWallets: [kite, harbor], directory: [both], excludeWalletIds: [foreign] },
    ['injected com.harbor'],
  ],
  [
    'includes the wallet and its extension',
    { pageWallets: [kite, harbor], directory: [both], includeWalletIds: [foreign] },
    ['injected com.kite'],
  ],
  ['featured', { directory: [listed('r1'), both], featuredWalletIds: [foreign] }, ['featured k', 'recommended r1']],
  [
    'features the wallet once',
    { directory: [listed('r1'), both], featuredWalletIds: [foreign, 'k'] },
    ['featured k', 'recommended r1'],
  ],
])('finds a wallet by its id in another directory: %s', (_name, input, rows) => {
  expect(show(input)).toEqual(rows)
})

test('shows a recent custom wallet with the icon and the links of the project', () => {
  const own = { id: 'own', name: 'Own', imageUrl: '/own.png', mobileLink: 'own://' }
  const rows = order({ customWallets: [own], recents: [{ id: 'own', name: 'Own', supports_wc: true }], hasRelay: true })
  expect(rows.slice(1)).toEqual([{ ...order({ customWallets: [own] })[0], kind: 'recent', tag: 'recent' }])
})

test('reserves a row among the featured wallets for each one that the directory has not named yet', () => {
  const input = { ...everything, featuredWalletIds: ['f1', 'p1', 'r2'], pendingWalletIds: ['p1'] }
  expect(show(input)).toEqual([
    'recent com.kite',
    'injected com.harbor',
    'featured f1',
    'featured p1',
    'featured r2',
    'custom own',
    'recommended r1',
    'injected legacy',
  ])
  expect(order(input).filter(({ isPending }) => isPending)).toMatchObject([{ id: 'p1', name: '' }])
})

test.each<[string, Partial<WalletOrderInput>]>([
  ['an installed wallet', { pageWallets: [harbor], featuredWalletIds: ['h'], pendingWalletIds: ['h'] }],
  [
    'a recent wallet',
    {
      recents: [{ id: 'p1', name: 'P', supports_wc: true }],
      hasRelay: true,
      featuredWalletIds: ['p1'],
      pendingWalletIds: ['p1'],
    },
  ],
  ['an excluded wallet', { excludeWalletIds: ['p1'], featuredWalletIds: ['p1'], pendingWalletIds: ['p1'] }],
])('reserves no second row for %s', (_, input) => {
  expect(order(input).filter(({ isPending }) => isPending)).toEqual([])
})
