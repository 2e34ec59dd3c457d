import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { makeTestFolder } from '../test/parts.ts'
import { parseOperatorWallets } from './parseWallets.ts'
import { readDirectory } from './read.ts'
import { deriveWalletId } from './schema.ts'

// These tests start processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

const good = { name: 'Harbor', rdns: 'com.harbor', chains: ['eip155:1'] }
const file = (...rows: unknown[]) => JSON.stringify({ wallets: rows }, null, 2)
const save = async (text: string) => {
  const path = join(await makeTestFolder(), 'wallets.json')
  await writeFile(path, text)
  return path
}
const shipped = await readDirectory(import.meta.dirname)
const phantom = shipped.wallets.find(({ name }) => name === 'Phantom')

test("accepts an operator's wallet with a name, an rdns and a network, and derives its id", () => {
  expect(parseOperatorWallets(file(good))).toEqual({
    wallets: [{ ...good, id: deriveWalletId('com.harbor') }],
    problems: [],
  })
})

test("accepts an operator's wallet with a custom id, an app scheme and an image", () => {
  const all = {
    ...good,
    id: 'ab12',
    mobile_link: 'harbor://',
    badge_type: 'certified',
    image_url: 'https://harbor.example/logo.svg',
  }
  expect(parseOperatorWallets(file(all)).wallets).toEqual([all])
})

test.each([
  ['a javascript: link', { mobile_link: 'javascript:alert(1)' }, '"mobile_link"', 'mobile_link: must be an https link'],
  ['a system link', { desktop_link: 'ms-settings:' }, '"desktop_link"', 'desktop_link: must be an https link'],
  ['a plain-http homepage', { homepage: 'http://harbor.example' }, '"homepage"', 'homepage: must be an https link'],
  ['a plain-http image', { image_url: 'http://harbor.example/a.png' }, '"image_url"', 'image_url: must be an https'],
  ['HTML as an image', { image_url: 'data:text/html,x' }, '"image_url"', 'image_url: must be an https link'],
  ['an id with a slash', { id: 'a/b' }, '"id"', 'id: must be 1 to 64 letters'],
  ['an invalid chain id', { chains: ['ethereum'] }, '"chains"', 'chains.0: must be a CAIP-2 id'],
  ['an unknown field', { icon: 'x' }, '"icon"', 'icon: '],
])("rejects an operator's wallet with %s and reports the line", (_, change, place, reason) => {
  const json = file(good, { name: 'Other', rdns: 'com.other', chains: ['eip155:1'], ...change })
  const { wallets, problems } = parseOperatorWallets(json)
  expect(wallets).toHaveLength(1)
  const line = json.slice(0, json.indexOf(place, json.lastIndexOf('    {'))).split('\n').length
  expect(problems).toEqual([{ line, reason: expect.stringContaining(reason) }])
})

test.each([
  ['invalid JSON', '{\n  "wallets": [\n    oops\n', 3, 'this is not JSON'],
  ['a list instead of an object', '[]', 1, 'must be { "wallets"'],
  ['a wallet without id, rdns and homepage', file({ name: 'Harbor', chains: ['eip155:1'] }), 3, 'needs an id'],
  ['a duplicate id', file(good, { ...good, name: 'Copy' }), 10, 'id: line 3 has the same one'],
])("reports an operator's file with %s, and the line", (_, json, line, reason) => {
  expect(parseOperatorWallets(json).problems).toEqual([{ line, reason: expect.stringContaining(reason) }])
})

test("lists the operator's wallets first, and fills unset fields from the shipped wallet with the same rdns", async () => {
  const renamed = { name: 'Phantom for us', rdns: phantom?.rdns, chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] }
  const withImage = { ...good, image_url: 'https://harbor.example/logo.png' }
  const directory = await readDirectory(import.meta.dirname, await save(file(withImage, renamed)))
  expect(directory.wallets).toHaveLength(shipped.wallets.length + 1)
  expect(directory.wallets.slice(0, 2)).toEqual([
    { ...good, id: deriveWalletId('com.harbor'), image_id: deriveWalletId('com.harbor') },
    { ...phantom, ...renamed },
  ])
  expect(directory.operatorIconUrl(deriveWalletId('com.harbor'))).toBe('https://harbor.example/logo.png')
})

const check = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'checkWallets.ts'), ...args],
    {
      encoding: 'utf8',
      env: {},
    },
  )
  return [status, stdout + stderr]
}

test('the command that checks wallets prints the same problems as the server at its start', async () => {
  const path = await save(file(good, { ...good, name: '' }))
  const [status, text] = check('check', path)
  expect([status, text]).toEqual([1, expect.stringMatching(/^\S+wallets\.json, line 11: name: .+\n$/)])
  await expect(readDirectory(import.meta.dirname, path)).rejects.toThrow(String(text).trim())
})

test('the command that checks wallets prints the valid wallets with their ids', async () => {
  expect(check('check', await save(file(good)))).toEqual([
    0,
    `${deriveWalletId('com.harbor')}  Harbor\n1 wallets, no mistakes\n`,
  ])
})

test.each([[[]], [['check']], [['drop', 'x']]])(
  'the command that checks wallets prints its usage for the arguments %j',
  (args) => {
    expect(check(...args)).toEqual([2, 'npm run wallets -- check <file>\n'])
  },
)

test('the command that checks wallets names a missing file', () => {
  expect(check('check', '/nowhere/wallets.json')).toEqual([1, '/nowhere/wallets.json cannot be read\n'])
})
