import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { Secp256k1Wallet } from '@cosmjs/amino'
import { bech32 } from '@scure/base'
import { expect, test } from 'vitest'
import cosmos from '../../frame-app/src/core/chains/cosmos.ts'
import { makeSignInSite } from '../../server/test/siwx.ts'
import { connectFrame } from './test/frameWithWallet.ts'

/** One session with several cosmos networks. Each has a different address, and each request names its network. */
const network = (id: string, name: string, addressPrefix: string): Network => ({
  caipNetworkId: `cosmos:${id}`,
  chainNamespace: 'cosmos',
  id,
  name,
  nativeCurrency: { name, symbol: 'X', decimals: 6, denom: 'ux' },
  addressPrefix,
})
const hub = network('cosmoshub-4', 'Cosmos Hub', 'cosmos')
const osmosis = network('osmosis-1', 'Osmosis', 'osmo')
const noble = network('noble-1', 'Noble', 'noble')

const keys = await Promise.all([1, 2].map((fill) => Secp256k1Wallet.fromKey(new Uint8Array(32).fill(fill), 'cosmos')))
const bodies = await Promise.all(keys.map(async (key) => bech32.decode((await key.getAccounts())[0]?.address as never)))
const accountOn = ({ caipNetworkId, addressPrefix = '' }: Network, index = 0) =>
  `${caipNetworkId}:${bech32.encode(addressPrefix, bodies[index]?.words ?? [])}`

const connect = async () => {
  const accounts = [hub, osmosis].flatMap((on) => [accountOn(on), accountOn(on, 1)])
  const chains = [hub.caipNetworkId, osmosis.caipNetworkId]
  const held = await connectFrame({
    networks: [hub, osmosis, noble],
    namespace: 'cosmos',
    granted: { methods: ['cosmos_signAmino'], events: [], chains, accounts },
    answer: async ({ params }) => {
      const { signerAddress, signDoc } = Object(params)
      const index = [0, 1].findIndex((at) => accountOn(osmosis, at).endsWith(signerAddress))
      const key = await Secp256k1Wallet.fromKey(new Uint8Array(32).fill(index + 1), 'osmo')
      const { signature, signed } = await key.signAmino(signerAddress, signDoc)
      return { signature, signed }
    },
  })
  const go = (to: Network) => cosmos.switchNetwork(held.request, to, async () => ({ rpcUrls: [], restUrls: [] }))
  return { ...held, go }
}

test("switches between the session's networks and uses the account's address on each", async () => {
  const { reported, go, requests } = await connect()
  expect(reported.at(-1)).toMatchObject({ caipNetworkId: hub.caipNetworkId, caipAddress: accountOn(hub) })
  await go(osmosis)
  expect(reported.at(-1)).toMatchObject({
    caipNetworkId: osmosis.caipNetworkId,
    caipAddress: accountOn(osmosis),
    caipAddresses: [accountOn(osmosis), accountOn(osmosis, 1)],
  })
  await go(hub)
  expect(reported.at(-1)).toMatchObject({ caipNetworkId: hub.caipNetworkId, caipAddress: accountOn(hub) })
  // The page switches its network without the wallet. The wallet learns the network from the next request.
  expect(requests).toEqual([])
})

test('keeps the chosen account after a switch of the network', async () => {
  const { remote, reported, go } = await connect()
  await remote.chooseAccount('cosmos', { status: 'connected', caipAddress: accountOn(hub, 1) })
  expect(reported.at(-1)).toMatchObject({ caipAddress: accountOn(hub, 1) })
  await go(osmosis)
  expect(reported.at(-1)).toMatchObject({ caipAddress: accountOn(osmosis, 1) })
})

test('refuses a network that the wallet did not grant, and keeps the current one', async () => {
  const { reported, go, requests } = await connect()
  const before = reported.length
  await expect(go(noble)).rejects.toMatchObject({ code: 'UNRECOGNIZED_CHAIN' })
  expect([reported.length, requests]).toEqual([before, []])
})

test('signs and signs in for the new network after a switch', async () => {
  const { request, go, requests } = await connect()
  await go(osmosis)
  const site = await makeSignInSite()
  const account = accountOn(osmosis)
  const address = account.split(':')[2] ?? ''
  const text = [
    'shop.example wants you to sign in with your Osmosis account:',
    address,
    '',
    'URI: https://shop.example/',
    'Version: 1',
    `Chain ID: ${osmosis.caipNetworkId}`,
    `Nonce: ${await site.nonce()}`,
    `Issued At: ${new Date().toISOString()}`,
  ].join('\n')
  const signature = await cosmos.signMessage(request, text, { address, network: osmosis })
  expect(requests).toMatchObject([{ chainId: osmosis.caipNetworkId, request: { method: 'cosmos_signAmino' } }])
  expect(Buffer.from(signature, 'base64')).toHaveLength(64)
  const response = await site.post({ message: text, signature, caipAddress: account })
  expect(await response.json()).toMatchObject({ token: expect.any(String) })
})
