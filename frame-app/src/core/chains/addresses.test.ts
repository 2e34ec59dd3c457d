// @vitest-environment happy-dom

import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { mockServer } from '../../../test/server.ts'
import { adapters } from './index.ts'

const network = (caipNetworkId: string, overrides: Partial<Network> = {}): Network => {
  const [chainNamespace, id = ''] = caipNetworkId.split(':') as [ChainNamespace, string]
  const nativeCurrency = { name: 'Coin', symbol: 'COIN', decimals: 9 }
  return { caipNetworkId, chainNamespace, id, name: id, nativeCurrency, ...overrides }
}
const solana = network('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
const bitcoin = network('bip122:000000000019d6689c085ae165831e93')
const signet = network('bip122:00000008819873e925422c1ff0f99f7c', { testnet: true })
const polkadot = network('polkadot:91b171bb158e2d3848fa23a9f1c25182', { addressPrefix: '0' })
const kusama = network('polkadot:b0a8d493285c2df73290dfb7e61f870f', { addressPrefix: '2' })
const basilisk = network('polkadot:a85cfb9b9fd4d622a5b28289a02347af', { addressPrefix: '10041' })
const hub = network('cosmos:cosmoshub-4', { addressPrefix: 'cosmos' })
const osmosis = network('cosmos:osmosis-1', { addressPrefix: 'osmo' })

const isAddress = async (on: Network, address: string) => (await adapters[on.chainNamespace]()).isAddress(address, on)
const all = (on: Network, addresses: string[], isValid: boolean) =>
  addresses.map((address) => [address, on.caipNetworkId, isValid, on] as const)

/** The well-known Substrate development account in its generic, Polkadot and Kusama spelling. */
const alice = {
  generic: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
  polkadot: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
  kusama: 'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F',
}
const cosmosAddress = 'cosmos1x6m7cwjd4wlr44ezq6sgcqv7whjm9pkqtgqq3y'

test.each([
  ...all(solana, ['11111111111111111111111111111111', '83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri'], true),
  ...all(
    solana,
    [
      '',
      '1111111111111111111111111111111',
      '111111111111111111111111111111111',
      'z'.repeat(44),
      '83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcr0',
      'see 83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri',
      '83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri\n',
    ],
    false,
  ),
  // The example addresses of BIP-173 and BIP-350, the address of Bitcoin's genesis block, and a P2SH address.
  ...all(
    bitcoin,
    [
      'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
      'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
      'BC1SW50QGDZ25J',
      'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      '3P14159f73E4gFr7JterCCQh9QjiTjiZrG',
    ],
    true,
  ),
  ...all(
    signet,
    [
      'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
      'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
      'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
      'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
      '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc',
    ],
    true,
  ),
  ...all(
    bitcoin,
    [
      'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
      'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
      'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
      'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
      'bc1pw5dgrnzv',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
      'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
      'bc1gmk9yu',
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
      'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
      'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa ',
      '',
    ],
    false,
  ),
  ...all(
    signet,
    [
      'tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf',
      'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47',
      'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq',
      'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    ],
    false,
  ),
  ...all(polkadot, [alice.generic, alice.polkadot], true),
  ...all(kusama, [alice.generic, alice.kusama], true),
  ...all(polkadot, [alice.kusama, `${alice.generic.slice(0, -1)}Z`, alice.generic.slice(1), 'Il0O', ''], false),
  ...all(kusama, [alice.polkadot], false),
  ...all(hub, [cosmosAddress], true),
  ...all(
    hub,
    [
      `${cosmosAddress.slice(0, -1)}z`,
      cosmosAddress.slice(0, -1),
      cosmosAddress.replace('c', 'C'),
      'cosmos1qqqsyqcyq5rqwzqfwvmuzx',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      `${cosmosAddress} `,
      '',
    ],
    false,
  ),
  ...all(osmosis, [cosmosAddress], false),
])('tells whether %j is a valid address on %s: %s', async (address, _, isValid, on) => {
  expect(await isAddress(on, address)).toBe(isValid)
})

test.each([solana, bitcoin, signet, polkadot, hub])(
  'rejects a very long address quickly on $caipNetworkId',
  async (on) => {
    for (const text of ['1', 'z', 'bc1q', 'cosmos1q', '3'])
      expect(await isAddress(on, text.repeat(250_000))).toBe(false)
  },
)

const display = async (on: Network | null, address: string) => (await adapters.polkadot()).displayAddress(address, on)

test("displays a Polkadot account with the network's prefix", async () => {
  for (const address of Object.values(alice)) {
    expect(await display(polkadot, address)).toBe(alice.polkadot)
    expect(await display(kusama, address)).toBe(alice.kusama)
    expect(await display(null, address)).toBe(address)
  }
  expect(await display(polkadot, 'no address')).toBe('no address')
})

test('writes and reads an SS58 prefix of two bytes', async () => {
  const address = await display(basilisk, alice.generic)
  expect(address).toMatch(/^bX/)
  expect(await isAddress(basilisk, address)).toBe(true)
  expect(await display(kusama, address)).toBe(alice.kusama)
})

const reads = { rpc: async () => null, projectId: 'demo', isForced: false }
const answer = (body: unknown) => {
  const requests: string[] = []
  mockServer.use(
    http.get('*/v1/account/:account/native-balance', ({ request, params }) => {
      requests.push(`${params.account} ${new URL(request.url).search}`)
      return HttpResponse.json(body as object)
    }),
  )
  return requests
}

test.each([solana, bitcoin, polkadot, hub])('reads a balance on $caipNetworkId from our server', async (on) => {
  const requests = answer({ balance: '12345678901234567890', symbol: 'COIN', decimals: 9 })
  const { balance, features } = await adapters[on.chainNamespace]()
  expect(features.balance).toBe(true)
  expect(await balance(reads, on, 'address')).toBe(12345678901234567890n)
  await balance({ ...reads, isForced: true }, on, 'address')
  expect(requests).toEqual([
    `${on.caipNetworkId}:address ?projectId=demo`,
    `${on.caipNetworkId}:address ?projectId=demo&forceUpdate=true`,
  ])
})

test.each([
  [{ balance: null, reason: 'UNAVAILABLE' }],
  [{ balance: '' }],
  [{ balance: '-1' }],
  [{ balance: '1e3' }],
  [{ balance: 5 }],
  [{ balance: '9'.repeat(79) }],
  [{}],
  [null],
  [[]],
])('rejects the balance answer %j instead of reading it as zero', async (body) => {
  answer(body)
  const { balance } = await adapters.solana()
  await expect(balance(reads, solana, 'address')).rejects.toMatchObject({ code: 'TOKEN_BALANCE_UNAVAILABLE' })
})
