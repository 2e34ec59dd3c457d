import { expect, test } from 'vitest'
import { defaultNetworks } from './defaultNetworks.ts'
import { knownNetworks } from './knownNetworks.ts'
import { findNetworkProblems, makeServedNetworks } from './networks.ts'

const known = knownNetworks()
const serve = (networks: Parameters<typeof makeServedNetworks>[0]['networks']) => makeServedNetworks({ networks }, {})

test('knows all chains of viem and the networks of Solana and Bitcoin', () => {
  expect(known.size).toBeGreaterThan(700)
  expect(known.get('eip155:1')).toEqual({
    caipNetworkId: 'eip155:1',
    chainNamespace: 'eip155',
    id: '1',
    name: 'Ethereum',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: expect.arrayContaining([expect.stringMatching(/^https:/)]),
    blockExplorer: { name: 'Etherscan', url: 'https://etherscan.io' },
    multicallAddress: '0xca11bde05977b3631167028862be2a173976ca11',
  })
  expect(known.get('bip122:000000000019d6689c085ae165831e93')?.name).toBe('Bitcoin')
})

test.each([
  ['eip155:8453', 'Base'],
  ['eip155:999', 'HyperEVM'],
  ['eip155:8217', 'Kaia'],
  ['eip155:260', 'Guru Network Mainnet'],
  ['eip155:84532', 'Base Sepolia'],
  ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'Solana Devnet'],
  ['bip122:00000008819873e925422c1ff0f99f7c', 'Bitcoin Signet'],
  ['polkadot:91b171bb158e2d3848fa23a9f1c25182', 'Polkadot'],
  ['polkadot:b0a8d493285c2df73290dfb7e61f870f', 'Kusama'],
  ['polkadot:68d56f15f85d3136970ec16946040bc1', 'Polkadot Asset Hub'],
  ['cosmos:cosmoshub-4', 'Cosmos Hub'],
  ['cosmos:osmosis-1', 'Osmosis'],
  ['cosmos:noble-1', 'Noble'],
])('knows the network %s as %s', (id, name) => {
  expect(known.get(id)?.name).toBe(name)
})

test('the server knows every default network, and lists each once', () => {
  expect(defaultNetworks.filter((id) => !known.has(id))).toEqual([])
  expect(new Set(defaultNetworks).size).toBe(defaultNetworks.length)
  expect(defaultNetworks.length).toBeGreaterThanOrEqual(38)
})

test('replaces "default" in a list of networks by the remaining default networks', () => {
  const ids = [...serve(['eip155:10', 'default']).keys()]
  expect(ids[0]).toBe('eip155:10')
  expect(ids.length).toBe(defaultNetworks.length)
})

test('the server uses the private URLs of a network and never shows them to visitors', () => {
  const served = serve([{ id: 'eip155:1', privateRpcUrls: ['https://node.example/key'] }]).get('eip155:1')
  expect(served?.upstreamUrls).toEqual(['https://node.example/key'])
  expect(JSON.stringify([served?.network, served?.endpoints])).not.toContain('node.example')
})

test('requires all fields of an unknown EVM chain', () => {
  const localnet = { id: 'eip155:31338', name: 'Localnet', rpcUrls: ['http://127.0.0.1:4104'], testnet: true }
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  expect(serve([{ ...localnet, nativeCurrency }]).get('eip155:31338')?.network).toEqual({
    caipNetworkId: 'eip155:31338',
    chainNamespace: 'eip155',
    id: '31338',
    name: 'Localnet',
    nativeCurrency,
    testnet: true,
    imageId: 'eip155-31338',
  })
  expect(findNetworkProblems({ networks: [localnet] })).toEqual([
    { path: ['networks', 0], message: expect.stringContaining('give its nativeCurrency') },
  ])
})

const juno = {
  id: 'cosmos:juno-1',
  name: 'Juno',
  nativeCurrency: { name: 'Juno', symbol: 'JUNO', decimals: 6, denom: 'ujuno' },
  restUrls: ['https://rest.juno.example'],
  addressPrefix: 'juno',
  coinType: 118,
}

test('serves a fully described cosmos chain through its private endpoints', () => {
  expect(findNetworkProblems({ networks: [juno] })).toEqual([])
  const served = serve([{ ...juno, privateRestUrls: ['https://rest.example/key'] }]).get('cosmos:juno-1')
  expect(served?.network).toEqual({
    caipNetworkId: 'cosmos:juno-1',
    chainNamespace: 'cosmos',
    name: 'Juno',
    nativeCurrency: juno.nativeCurrency,
    addressPrefix: 'juno',
    imageId: 'cosmos-juno-1',
    id: 'juno-1',
  })
  expect(served?.endpoints).toEqual({ rpcUrls: [], restUrls: juno.restUrls, coinType: 118 })
  expect(served?.restUpstreamUrls).toEqual(['https://rest.example/key'])
})

const coin = { name: 'Coin', symbol: 'C', decimals: 6 }
test.each([
  ['cosmos:juno-1', {}, ['networks', 0], 'give its name, nativeCurrency, restUrls, addressPrefix'],
  ['cosmos:juno-1', { ...juno, nativeCurrency: coin }, ['networks', 0], 'nativeCurrency.denom'],
  ['cosmos:noble-1', { nativeCurrency: coin }, ['networks', 0], 'also needs its nativeCurrency.denom'],
  ['cosmos:juno-1', { ...juno, addressPrefix: 'Juno1' }, ['networks', 0, 'addressPrefix'], 'begin'],
  ['polkadot:91b171bb158e2d3848fa23a9f1c25182', { addressPrefix: '16384' }, ['networks', 0, 'addressPrefix'], 'begin'],
  ['eip155:1', { addressPrefix: '0x' }, ['networks', 0, 'addressPrefix'], 'begin'],
  ['eip155:1', { coinType: 60 }, ['networks', 0, 'coinType'], 'cosmos'],
  ['eip155:1', { nativeCurrency: { ...coin, denom: 'wei' } }, ['networks', 0, 'nativeCurrency', 'denom'], 'cosmos'],
  ['bip122:000000000000000000000000deadbeef', { name: 'Own' }, ['networks', 0], 'give its nativeCurrency, restUrls'],
  ['polkadot:00000000000000000000000000000000', {}, ['networks', 0], 'give its name, nativeCurrency, rpcUrls'],
])('for the network %s, reports the missing or extra field in %j', (id, fields, path, message) => {
  expect(findNetworkProblems({ networks: [{ ...fields, id }] })).toEqual([
    { path, message: expect.stringContaining(message) },
  ])
})

test('uses the image that the directory has for a network', () => {
  const served = makeServedNetworks({ networks: ['eip155:1'] }, { 'eip155:1': 'ethereum' })
  expect(served.get('eip155:1')?.network.imageId).toBe('ethereum')
})
