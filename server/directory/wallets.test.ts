import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { parseWallets } from './parseWallets.ts'
import { readDirectory } from './read.ts'
import { deriveWalletId, walletSchemes } from './schema.ts'

const folder = import.meta.dirname
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const { wallets, problems } = parseWallets(read('wallets.json'))
const networkImages: Record<string, string> = JSON.parse(read('networkImages.json'))
const extensions: Record<string, { extension: string; users: number }> = JSON.parse(
  read('chromeStoreUsers.json'),
).extensions
const imagesOf = (kind: string) => readdirSync(join(folder, 'images', kind)).map((file) => file.replace(/\.webp$/, ''))

/** The npm scopes or packages that a row names: `@solana/wallet-adapter-phantom@0.9.30` belongs to `@solana`. */
const projectsOf = (source: string) =>
  new Set(source.split(', ').map((name) => name.replace(/(.)@.*$/, '$1').split('/')[0]))

test('the shipped file of wallets holds only valid rows', () => {
  expect(problems).toEqual([])
  expect(wallets.length).toBeGreaterThanOrEqual(60)
})

test('shipped wallets have unique ids, names and rdns, and each id derives from rdns or homepage', () => {
  for (const key of ['id', 'name', 'rdns'] as const) {
    const values = wallets.flatMap((wallet) => wallet[key] ?? [])
    expect(new Set(values).size, key).toBe(values.length)
  }
  for (const wallet of wallets)
    expect(wallet.id, wallet.name).toBe(deriveWalletId(wallet.rdns ?? wallet.homepage ?? ''))
})

test('every shipped wallet has a link to install or open it', () => {
  for (const wallet of wallets)
    expect(wallet.homepage ?? wallet.app_store ?? wallet.chrome_store ?? wallet.mobile_link, wallet.name).toBeTruthy()
})

test('only WalletConnect wallets have app links, and every allowed scheme is used by a wallet', () => {
  const linked = wallets.filter((wallet) => wallet.mobile_link ?? wallet.desktop_link)
  for (const wallet of linked) expect(wallet.supports_wc, wallet.name).toBe(true)
  const used = linked.flatMap((wallet) => [wallet.mobile_link, wallet.desktop_link].flatMap((link) => link ?? []))
  const schemes = new Set(used.map((link) => new URL(link).protocol.slice(0, -1)))
  schemes.delete('https')
  expect([...schemes].toSorted()).toEqual(walletSchemes.toSorted())
})

test('every browse link is an https link for a namespace of its wallet, and the README names its source', () => {
  const readme = read('README.md')
  for (const { name, chains, browse_links = {} } of wallets)
    for (const [namespace, link] of Object.entries(browse_links)) {
      expect(new URL(link).protocol, name).toBe('https:')
      expect(
        chains.some((chain) => chain.startsWith(`${namespace}:`)),
        name,
      ).toBe(true)
      expect(readme, name).toMatch(new RegExp(`^\\| ${name} +\\| https://`, 'm'))
    }
})

test("the directory's README lists every package from which wallets come", () => {
  const notice = read('README.md')
  const packages = new Set(wallets.flatMap((wallet) => wallet.source.split(', ')))
  for (const name of packages) expect(notice, name).toContain(`\`${name}\``)
})

test('no shipped wallet has a link with a campaign parameter of another site', () => {
  expect(read('wallets.json')).not.toMatch(/utm_|referrer=|rainbowkit&|connector=/)
})

/** The users of a wallet's extension in the recorded Chrome Web Store. 0 if the record lacks the extension. */
const extensionUsers = ({ name }: { name: string }): number => extensions[name]?.users ?? 0

test('sorts shipped wallets by the users of their extension, then by the projects that list them, then by name', () => {
  const ranked = wallets.toSorted(
    (a, b) =>
      extensionUsers(b) - extensionUsers(a) ||
      projectsOf(b.source).size - projectsOf(a.source).size ||
      (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1),
  )
  expect(wallets.map((wallet) => wallet.name)).toEqual(ranked.map((wallet) => wallet.name))
  expect(wallets.map((wallet) => wallet.order)).toEqual(wallets.map((_, index) => index + 1))
  expect(wallets[0]?.name).toBe('MetaMask')
})

test('every recorded extension is the one that its shipped wallet links to', () => {
  for (const [name, { extension }] of Object.entries(extensions)) {
    const wallet = wallets.find((each) => each.name === name)
    expect(wallet, name).toBeDefined()
    expect(wallet?.chrome_store ?? extension, name).toContain(extension)
  }
})

test('the directory has a file for every image that a row names, and no other file', () => {
  const named = wallets.flatMap((wallet) => wallet.image_id ?? [])
  expect(imagesOf('wallets').toSorted()).toEqual(named.toSorted())
  expect(Object.keys(JSON.parse(read('walletImages.json'))).toSorted()).toEqual(named.toSorted())
  expect(imagesOf('networks').toSorted()).toEqual([...new Set(Object.values(networkImages))].toSorted())
})

test("the directory's images are webp of at most 128 px, under 1 MB together", async () => {
  const files = ['wallets', 'networks'].flatMap((kind) =>
    imagesOf(kind).map((id) => join(folder, 'images', kind, `${id}.webp`)),
  )
  for (const file of files) {
    const { format, width = 0, height = 0 } = await sharp(file).metadata()
    expect(format, file).toBe('webp')
    expect(Math.max(width, height), file).toBeLessThanOrEqual(128)
  }
  expect(files.reduce((total, file) => total + statSync(file).size, 0)).toBeLessThan(1_000_000)
})

test.each([
  'eip155:1',
  'eip155:10',
  'eip155:56',
  'eip155:100',
  'eip155:137',
  'eip155:8453',
  'eip155:42161',
  'eip155:11155111',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'bip122:000000000019d6689c085ae165831e93',
  'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  'cosmos:cosmoshub-4',
])('the directory has an image of %s', (network) => {
  expect(imagesOf('networks')).toContain(networkImages[network])
})

test('the directory returns the images of known wallets and networks, and undefined for unknown ids', async () => {
  const directory = await readDirectory(folder)
  const first = directory.wallets[0]
  expect(directory.wallets).toHaveLength(wallets.length)
  expect(first).not.toHaveProperty('source')
  expect(
    directory
      .walletImage(first?.image_id ?? '')
      ?.subarray(8, 12)
      .toString(),
  ).toBe('WEBP')
  expect(
    directory
      .networkImage(networkImages['eip155:1'] ?? '')
      ?.subarray(8, 12)
      .toString(),
  ).toBe('WEBP')
  expect(directory.walletImage('../wallets.json')).toBeUndefined()
})
