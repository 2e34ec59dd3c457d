import { expect, test } from 'vitest'
import { defaultNetworks } from './defaultNetworks.ts'
import { knownNetworks } from './knownNetworks.ts'
import { findNetworkProblems, serveNetworks } from './networks.ts'

const known = knownNetworks()
const serve = (networks: Parameters<typeof serveNetworks>[0]['networks']) => serveNetworks({ networks }, {})

test('every chain of viem and the networks of Solana and Bitcoin are known by id', () => {
  expect(known.size).toBeGreaterThan(700)
  expect(known.get('eip155:1')).toEqual({
    caipNetworkId: 'eip155:1',
    chainNamespace: 'eip155',
    id: '1',
    name: 'Ethereum',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: expect.arrayContaining([expect.stringMatching(/^https:/)]),
    blockExplorer: { name: 'Etherscan', url: 'https://etherscan.io' },
  })
  expect(known.get('bip122:000000000019d6689c085ae165831e93')?.name).toBe('Bitcoin')
})

test.each([
  ['eip155:8453', 'Base'],
  ['eip155:999', 'HyperEVM'],
  ['eip155:8217', 'Kaia'],
  ['eip155:260', 'Guru Network Mainnet'],
  ['eip155:84532', 'Base Sepolia'],
])('of several chains with the id %s, %s is meant', (id, name) => {
  expect(known.get(id)?.name).toBe(name)
})

test('the default list names known networks, each once', () => {
  expect(defaultNetworks.filter((id) => !known.has(id))).toEqual([])
  expect(new Set(defaultNetworks).size).toBe(defaultNetworks.length)
  expect(defaultNetworks.length).toBeGreaterThanOrEqual(38)
})

test('"default" stands for the rest of the default list, in its place', () => {
  const ids = [...serve(['eip155:10', 'default']).keys()]
  expect(ids[0]).toBe('eip155:10')
  expect(ids.length).toBe(defaultNetworks.length)
})

test('private addresses are asked, and never shown', () => {
  const served = serve([{ id: 'eip155:1', privateRpcUrls: ['https://node.example/key'] }]).get('eip155:1')
  expect(served?.upstreamUrls).toEqual(['https://node.example/key'])
  expect(JSON.stringify(served?.network)).not.toContain('node.example')
})

test('a chain that nobody knows is described in full', () => {
  const own = { id: 'eip155:31338', name: 'Localnet', rpcUrls: ['http://127.0.0.1:4104'], testnet: true }
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  expect(serve([{ ...own, nativeCurrency }]).get('eip155:31338')?.network).toEqual({
    caipNetworkId: 'eip155:31338',
    chainNamespace: 'eip155',
    id: '31338',
    name: 'Localnet',
    nativeCurrency,
    rpcUrls: ['http://127.0.0.1:4104'],
    testnet: true,
    imageId: 'eip155-31338',
  })
  expect(findNetworkProblems({ networks: [own] })).toEqual([
    { path: ['networks', 0], message: expect.stringContaining('give its nativeCurrency') },
  ])
})

test('a network has the picture of the directory', () => {
  const served = serveNetworks({ networks: ['eip155:1'] }, { 'eip155:1': 'ethereum' })
  expect(served.get('eip155:1')?.network.imageId).toBe('ethereum')
})
