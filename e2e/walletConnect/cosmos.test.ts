import { Secp256k1Wallet } from '@cosmjs/amino'
import { bech32 } from '@scure/base'
import { createStore } from 'jotai/vanilla'
import type { AccountState, JsonRpcRequest } from 'loader/protocol/frameApi.ts'
import type { ChainNamespace } from 'loader/protocol/namespaces.ts'
import type { Network } from 'loader/protocol/serverApi.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import cosmos from '../../frame-app/src/chains/cosmos/index.ts'
import { openRemote } from '../../frame-app/src/connectors/walletConnect/remote.ts'
import { setAccountAtom } from '../../frame-app/src/state/accounts.ts'
import { setBootstrapAtom } from '../../frame-app/src/state/options.ts'
import { setStorageAtom } from '../../frame-app/src/state/storage.ts'
import { bootstrap } from '../../frame-app/test/bootstrap.ts'
import { makeSite } from '../../server/test/siwx.ts'
import { hostOrigin, openRelay, openWallet, scan } from './peers.ts'

/** One session with several networks of cosmos: each has addresses of its own, and each request says for which it is. */
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

beforeEach(() => {
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('addEventListener', () => {})
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
})

const connect = async () => {
  const relay = await openRelay()
  const told: AccountState[] = []
  const host = {
    // The page says back what it was told.
    account: async (namespace: ChainNamespace, account: AccountState) => {
      told.push(account)
      store.set(setAccountAtom, namespace, account)
    },
    connect: async () => {},
    disconnect: async () => {},
  }
  const store = createStore()
  const walletConnect = { projectId: 'demo', relayUrl: relay.url }
  store.set(setBootstrapAtom, { ...bootstrap, networks: [hub, osmosis, noble], walletConnect })
  store.set(setStorageAtom, null, hostOrigin)
  const context = { store, host: host as never, hostOrigin: `${hostOrigin}:${new URL(relay.url).port}` }
  const [remote, wallet] = await Promise.all([
    openRemote(context, { system: 'desktop', isTelegram: false }),
    openWallet(relay),
  ])
  onTestFinished(() => remote.disconnect())

  const asked: { chainId: string; request: JsonRpcRequest }[] = []
  wallet.on('session_request', async ({ id, topic, params }) => {
    asked.push(params)
    const { signerAddress, signDoc } = params.request.params
    const index = [0, 1].findIndex((at) => accountOn(osmosis, at).endsWith(signerAddress))
    const key = await Secp256k1Wallet.fromKey(new Uint8Array(32).fill(index + 1), 'osmo')
    const { signature, signed } = await key.signAmino(signerAddress, signDoc)
    await wallet.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', result: { signature, signed } } })
  })
  const { uri, settled } = await remote.pair()
  const { id } = await scan(wallet, uri)
  const accounts = [hub, osmosis].flatMap((on) => [accountOn(on), accountOn(on, 1)])
  const chains = [hub.caipNetworkId, osmosis.caipNetworkId]
  const namespaces = { cosmos: { methods: ['cosmos_signAmino'], events: [], chains, accounts } }
  await Promise.all([settled, wallet.approveSession({ id, namespaces })])
  await remote.adopt()
  const request = (input: JsonRpcRequest) => remote.request('cosmos', input)
  const go = (to: Network) => cosmos.switchNetwork(request, to, async () => ({ rpcUrls: [], restUrls: [] }))
  return { remote, wallet, asked, told, request, go }
}

test('goes from one network of the session to another, each with the account’s address there', async () => {
  const { told, go, asked } = await connect()
  expect(told.at(-1)).toMatchObject({ caipNetworkId: hub.caipNetworkId, caipAddress: accountOn(hub) })
  await go(osmosis)
  expect(told.at(-1)).toMatchObject({
    caipNetworkId: osmosis.caipNetworkId,
    caipAddress: accountOn(osmosis),
    caipAddresses: [accountOn(osmosis), accountOn(osmosis, 1)],
  })
  await go(hub)
  expect(told.at(-1)).toMatchObject({ caipNetworkId: hub.caipNetworkId, caipAddress: accountOn(hub) })
  // The choice is the page's; the wallet hears of it with the next request.
  expect(asked).toEqual([])
})

test('an account that the visitor chose stays theirs on the other network', async () => {
  const { remote, told, go } = await connect()
  await remote.chooseAccount('cosmos', { status: 'connected', caipAddress: accountOn(hub, 1) })
  expect(told.at(-1)).toMatchObject({ caipAddress: accountOn(hub, 1) })
  await go(osmosis)
  expect(told.at(-1)).toMatchObject({ caipAddress: accountOn(osmosis, 1) })
})

test('a network that the wallet did not grant is refused, and the connection stays where it is', async () => {
  const { told, go, asked } = await connect()
  const before = told.length
  await expect(go(noble)).rejects.toMatchObject({ code: 'UNRECOGNIZED_CHAIN' })
  expect([told.length, asked]).toEqual([before, []])
})

test('what is signed after a switch is signed for that network, and signs in there', async () => {
  const { request, go, asked } = await connect()
  await go(osmosis)
  const site = await makeSite()
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
  expect(asked).toMatchObject([{ chainId: osmosis.caipNetworkId, request: { method: 'cosmos_signAmino' } }])
  expect(Buffer.from(signature, 'base64')).toHaveLength(64)
  const response = await site.post({ message: text, signature, caipAddress: account })
  expect(await response.json()).toMatchObject({ token: expect.any(String) })
})
