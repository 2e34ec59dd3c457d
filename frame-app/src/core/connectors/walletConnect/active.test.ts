import { bech32 } from '@scure/base'
import { expect, test } from 'vitest'
import { activeNetworkOf, readChangedAddress, readChangedChain } from './active.ts'

const one = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const two = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const granted = {
  accounts: [`eip155:10:${one}`, `eip155:1:${one}`, `eip155:1:${two}`],
  chains: ['eip155:10', 'eip155:1', 'eip155:137'],
  methods: [],
}

test("activates the project's first network that the wallet granted, else the wallet's first network", () => {
  expect(activeNetworkOf(granted, {}, ['eip155:5', 'eip155:1'])).toEqual({
    caipNetworkId: 'eip155:1',
    addresses: [one, two],
  })
  expect(activeNetworkOf(granted, {}, ['eip155:5'])).toEqual({ caipNetworkId: 'eip155:10', addresses: [one] })
})

test("uses the visitor's choice of network and address as long as the session contains both", () => {
  const choice = { caipNetworkId: 'eip155:1', address: two.toLowerCase() }
  expect(activeNetworkOf(granted, choice, ['eip155:10'])).toEqual({ caipNetworkId: 'eip155:1', addresses: [two, one] })
  expect(activeNetworkOf(granted, { caipNetworkId: 'eip155:5', address: two }, [])).toEqual({
    caipNetworkId: 'eip155:10',
    addresses: [one],
  })
})

test('skips a network without accounts, and finds no active network without any account', () => {
  expect(activeNetworkOf(granted, { caipNetworkId: 'eip155:137' }, [])?.caipNetworkId).toBe('eip155:10')
  expect(activeNetworkOf({ accounts: [], chains: ['eip155:1'], methods: [] }, {}, ['eip155:1'])).toBeNull()
})

test('matches a bech32 account across networks with different prefixes', () => {
  const addressOf = (prefix: string, fill: number) => bech32.encodeFromBytes(prefix, new Uint8Array(20).fill(fill))
  const hub = [addressOf('cosmos', 1), addressOf('cosmos', 2)]
  const osmosis = [addressOf('osmo', 1), addressOf('osmo', 2)]
  const accounts = [
    ...hub.map((one) => `cosmos:cosmoshub-4:${one}`),
    ...osmosis.map((one) => `cosmos:osmosis-1:${one}`),
  ]
  const there = (address = '') =>
    activeNetworkOf(
      { accounts, chains: ['cosmos:cosmoshub-4', 'cosmos:osmosis-1'], methods: [] },
      { caipNetworkId: 'cosmos:osmosis-1', address },
      [],
    )?.addresses
  expect(there(hub[1])).toEqual([osmosis[1], osmosis[0]])
  expect(there(addressOf('cosmos', 3))).toEqual(osmosis)
})

test('distinguishes upper and lower case in addresses that are not hex', () => {
  const base = { accounts: ['solana:5eykt:AbCd', 'solana:5eykt:aBcD'], chains: [], methods: [] }
  const chains = ['solana:5eykt']
  expect(activeNetworkOf({ ...base, chains }, { address: 'aBcD' }, [])?.addresses).toEqual(['aBcD', 'AbCd'])
  expect(activeNetworkOf({ ...base, chains }, { address: 'abcd' }, [])?.addresses).toEqual(['AbCd', 'aBcD'])
})

test.each([
  [10, 'eip155:10'],
  ['10', 'eip155:10'],
  ['0xa', 'eip155:10'],
  ['eip155:10', 'eip155:10'],
  [{ chainId: '0xa' }, 'eip155:10'],
  [{ chainId: 10 }, 'eip155:10'],
  ['', undefined],
  [0, undefined],
  [-1, undefined],
  ['solana:5eykt', undefined],
  [{}, undefined],
  [null, undefined],
  [undefined, undefined],
  [1.5, undefined],
])('reads the chainChanged data %j as %s', (data, chain) => {
  expect(readChangedChain('eip155', data)).toBe(chain)
})

test('reads the chainChanged data of namespaces other than eip155 as a CAIP-2 reference or id', () => {
  expect(readChangedChain('solana', '5eykt')).toBe('solana:5eykt')
  expect(readChangedChain('solana', 'solana:5eykt')).toBe('solana:5eykt')
  expect(readChangedChain('solana', '')).toBeUndefined()
})

test.each([
  [[one, two], one],
  [[`eip155:1:${two}`], two],
  [one, one],
  [[], undefined],
  [[''], undefined],
  [[{}], undefined],
  [null, undefined],
])('reads the accountsChanged data %j as %s', (data, address) => {
  expect(readChangedAddress(data)).toBe(address)
})
