import type { SessionTypes } from '@walletconnect/types'
import { expect, test } from 'vitest'
import { readSession } from './readSession.ts'

const one = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const two = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const key = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'

const struct = (namespaces: SessionTypes.Namespaces, metadata: object = {}) =>
  ({
    topic: 'aa',
    namespaces,
    peer: {
      publicKey: '',
      metadata: { name: 'Kite', description: '', url: 'https://kite.example', icons: [], ...metadata },
    },
  }) as unknown as SessionTypes.Struct
const granted = (namespaces: SessionTypes.Namespaces) => readSession(struct(namespaces)).granted
const rights = { methods: ['personal_sign'], events: [] }

test("keeps the accounts, chains and methods in the wallet's order", () => {
  const accounts = [`eip155:10:${two}`, `eip155:1:${one}`]
  expect(granted({ eip155: { ...rights, chains: ['eip155:1', 'eip155:10'], accounts } })).toEqual({
    eip155: { accounts, chains: ['eip155:1', 'eip155:10'], methods: ['personal_sign'] },
  })
})

test('derives the chains from the accounts if the wallet lists no chains', () => {
  expect(granted({ eip155: { ...rights, accounts: [`eip155:10:${one}`, `eip155:10:${two}`] } }).eip155?.chains).toEqual(
    ['eip155:10'],
  )
})

test('merges what the wallet granted under the key of a namespace and under keys of its chains', () => {
  expect(
    granted({
      eip155: { ...rights, accounts: [`eip155:1:${one}`] },
      'eip155:10': { methods: ['eth_sign', 'personal_sign'], events: [], accounts: [`eip155:10:${one}`] },
      'eip155:137': { methods: [], events: [], accounts: [] },
    }).eip155,
  ).toEqual({
    accounts: [`eip155:1:${one}`, `eip155:10:${one}`],
    chains: ['eip155:1', 'eip155:10', 'eip155:137'],
    methods: ['personal_sign', 'eth_sign'],
  })
})

test('drops invalid accounts and keeps the valid one', () => {
  const wrong = ['', 'eip155', 'eip155:1', 'eip155:1:', 'eip155:1:0x12', `${solana}:${key}`, `eip155:1:${one}<b>`]
  const accounts = [...wrong, `eip155:1:${one}`]
  expect(granted({ eip155: { ...rights, accounts } }).eip155?.accounts).toEqual([`eip155:1:${one}`])
})

test('drops unknown namespaces, even those with the name of a property of Object.prototype', () => {
  const other = { ...rights, accounts: [`stacks:1:${one}`] }
  expect(granted({ stacks: other, constructor: other, toString: other } as never)).toEqual({})
})

test('reads the accounts, chains and methods of each namespace separately', () => {
  const read = granted({
    eip155: { ...rights, accounts: [`eip155:1:${one}`] },
    solana: { methods: ['solana_signMessage'], events: [], accounts: [`${solana}:${key}`] },
  })
  expect(read.solana).toEqual({ accounts: [`${solana}:${key}`], chains: [solana], methods: ['solana_signMessage'] })
})

test("sanitizes the wallet's name and reads its links", () => {
  const { wallet } = readSession(
    struct(
      {},
      { name: `Ki\u202ete${'e'.repeat(200)}`, redirect: { native: 'kite://', universal: 'https://kite.example' } },
    ),
  )
  expect(wallet.name).not.toContain('\u202e')
  expect(wallet.name.length).toBeLessThanOrEqual(64)
  expect(wallet).toMatchObject({ native: 'kite://', universal: 'https://kite.example' })
  expect(readSession(struct({}, { redirect: {} })).wallet).not.toHaveProperty('native')
})

test('reads the session of a wallet without valid metadata', () => {
  const bare = { ...struct({ eip155: { ...rights, accounts: [`eip155:1:${one}`] } }), peer: { publicKey: '' } }
  expect(readSession(bare as never)).toMatchObject({
    wallet: { name: 'Wallet' },
    granted: { eip155: { chains: ['eip155:1'] } },
  })
  const odd = { name: 7, url: null, redirect: { native: {}, universal: 1 } }
  expect(readSession(struct({}, odd)).wallet).toEqual({ name: 'Wallet' })
  expect(readSession(struct({}, { redirect: null })).wallet).not.toHaveProperty('native')
})

test.each(['eip155:1', 7, null, { 0: 'eip155:1' }, [null, 7]])('ignores the malformed chain list %j', (chains) => {
  const accounts = [`eip155:10:${one}`]
  expect(granted({ eip155: { ...rights, accounts, chains } as never }).eip155?.chains).toEqual(['eip155:10'])
})
