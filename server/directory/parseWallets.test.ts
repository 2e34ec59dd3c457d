import { expect, test } from 'vitest'
import { parseWallets } from './parseWallets.ts'
import { deriveWalletId } from './schema.ts'

const good = {
  id: deriveWalletId('com.example.wallet'),
  name: 'Example',
  rdns: 'com.example.wallet',
  chains: ['eip155:1'],
  source: '@example/wallets@1.2.3',
}
const file = (...rows: unknown[]) => JSON.stringify({ wallets: rows }, null, 2)
const lineOf = (json: string, part: string) => json.slice(0, json.indexOf(part)).split('\n').length

test('accepts a valid wallet row unchanged', () => {
  expect(parseWallets(file(good))).toEqual({ wallets: [good], problems: [] })
})

test.each([
  [
    'an id that is not derived from the rdns',
    { id: deriveWalletId('other') },
    '"id"',
    'id: must follow from rdns or homepage',
  ],
  [
    'a javascript: link',
    { mobile_link: 'javascript://alert(1)' },
    '"mobile_link"',
    'mobile_link: must be an https link',
  ],
  ['a data: link', { homepage: 'data:text/html,x' }, '"homepage"', 'homepage: must be an https link'],
  ['a plain-http homepage', { homepage: 'http://example.com' }, '"homepage"', 'homepage: must be an https link'],
  ['a scheme outside the list', { mobile_link: 'vscode://x' }, '"mobile_link"', 'mobile_link: must be an https'],
  ['a store link to another host', { app_store: 'https://example.com' }, '"app_store"', 'app_store: must be a link to'],
  ['an invalid chain id', { chains: ['eip155:1', '1'] }, '"chains"', 'chains.1: must be a CAIP-2 id'],
  ['an unknown namespace', { chains: ['near:mainnet'] }, '"chains"', 'chains.0: must be of a namespace'],
  ['no chain', { chains: [] }, '"chains"', 'chains: '],
  [
    'a browse link without a place for the page',
    { browse_links: { eip155: 'https://example.com/browse' } },
    '"browse_links"',
    'browse_links.eip155: must contain {url}',
  ],
  [
    'a browse link that runs a script',
    { browse_links: { eip155: 'javascript:alert({url})' } },
    '"browse_links"',
    'browse_links.eip155: must be an https link',
  ],
  [
    'a browse link of an unknown namespace',
    { browse_links: { near: 'https://example.com/{url}' } },
    '"browse_links"',
    'browse_links.near: must be a namespace',
  ],
  ['an unknown field', { popularity: 1 }, '"popularity"', 'popularity: '],
  ['a direction mark in a name', { name: 'Exa\u202emple' }, '"name"', 'name: invisible characters'],
  ['a variation selector in a name', { name: 'Exa\u{e0100}mple' }, '"name"', 'name: invisible characters'],
  ['a path as an image id', { image_id: '../wallets' }, '"image_id"', 'image_id: must be'],
  ['a source without a version', { source: 'somewhere' }, '"source"', 'source: must name package@version'],
])('rejects a wallet row with %s and reports the line', (_, change, place, reason) => {
  const json = file(good, { ...good, rdns: 'org.example', id: deriveWalletId('org.example'), ...change })
  const second = json.lastIndexOf('    {')
  const { wallets, problems } = parseWallets(json)
  expect(wallets).toEqual([good])
  expect(problems.map((problem) => problem.line)).toEqual([
    json.slice(0, json.indexOf(place, second)).split('\n').length,
  ])
  expect(problems[0]?.reason).toContain(reason)
})

test('reports a missing field of a wallet with the first line of its row', () => {
  const { source, ...rest } = good
  const json = file(rest)
  expect(parseWallets(json).problems).toEqual([
    { line: lineOf(json, '    {'), reason: expect.stringContaining('source: ') },
  ])
})

test('reports a duplicate wallet id with the line of the second row', () => {
  const json = file(good, { ...good, name: 'Copy, with { and [ in "it"' })
  const { wallets, problems } = parseWallets(json)
  expect(wallets).toEqual([good])
  expect(problems).toEqual([
    { line: json.slice(0, json.lastIndexOf('    {')).split('\n').length, reason: 'id: line 3 has the same one' },
  ])
})

test('rejects a wallet row that is not an object, and still reports the right line for the next row', () => {
  const json = file('a, {', { ...good, name: '' })
  expect(parseWallets(json).problems.map((problem) => problem.line)).toEqual([3, lineOf(json, '"name"')])
})
