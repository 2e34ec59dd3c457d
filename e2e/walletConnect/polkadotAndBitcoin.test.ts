import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { expect, test } from 'vitest'
import type { ChainAdapter } from '../../frame-app/src/core/chains/adapter.ts'
import bip122 from '../../frame-app/src/core/chains/bip122.ts'
import polkadot from '../../frame-app/src/core/chains/polkadot.ts'
import { bitcoinSigner as bitcoinWallet, polkadotSigner as polkadotWallet } from '../../server/test/signers.ts'
import { makeSignInSite, signerAccount, type TestSigner, writeSignInMessage } from '../../server/test/siwx.ts'
import { connectFrame } from './test/frameWithWallet.ts'

type Wallet = TestSigner & { chain: ChainAdapter; methods: string[]; answer(signature: string): unknown }

const networkOf = ({ caipNetworkId, networkName }: TestSigner): Network => {
  const [namespace, id = ''] = caipNetworkId.split(':')
  return {
    caipNetworkId: caipNetworkId as Network['caipNetworkId'],
    chainNamespace: namespace as ChainNamespace,
    id,
    name: networkName,
    nativeCurrency: { name: networkName, symbol: 'X', decimals: 8 },
  }
}
const dot = { chain: polkadot, methods: ['polkadot_signMessage', 'polkadot_signTransaction'] }
const btc = { chain: bip122, methods: ['signMessage', 'signPsbt'] }
/**
 * `answer` gives a wallet's answer in WalletConnect's format. Some Bitcoin wallets return signatures in hex, others in
 * base64.
 */
const wallets: [name: string, wallet: Wallet][] = [
  ['polkadot, sr25519', { ...polkadotWallet(), ...dot, answer: (signature) => ({ signature }) }],
  ['polkadot, ed25519', { ...polkadotWallet('ed25519'), ...dot, answer: (signature) => ({ signature }) }],
  ['bitcoin in base64', { ...bitcoinWallet(), ...btc, answer: (signature) => ({ signature }) }],
  [
    'bitcoin in hex, taproot',
    {
      ...bitcoinWallet('p2tr'),
      ...btc,
      answer: (signature) => ({ signature: Buffer.from(signature, 'base64').toString('hex') }),
    },
  ],
]

const connect = (wallet: Wallet) => {
  const network = networkOf(wallet)
  return connectFrame({
    networks: [network],
    namespace: network.chainNamespace,
    granted: { methods: wallet.methods, events: [], chains: [wallet.caipNetworkId], accounts: [signerAccount(wallet)] },
    answer: async ({ method, params }) =>
      /signMessage$/i.test(method) ? wallet.answer(await wallet.sign(Object(params).message)) : { method, params },
  })
}

test.each(wallets)('%s: connects over a session, and signs in with it', async (_name, wallet) => {
  const { reported, request, requests } = await connect(wallet)
  expect(reported.at(-1)).toMatchObject({ caipNetworkId: wallet.caipNetworkId, caipAddress: signerAccount(wallet) })
  const site = await makeSignInSite()
  const message = writeSignInMessage(wallet, { nonce: await site.nonce() })
  const signature = await wallet.chain.signMessage(request, message, {
    address: wallet.address,
    network: networkOf(wallet),
  })
  expect(requests).toMatchObject([{ chainId: wallet.caipNetworkId, request: { params: { message } } }])
  const response = await site.post({ message, signature, caipAddress: signerAccount(wallet) })
  expect(await response.json()).toMatchObject({ token: expect.any(String) })
})

test.each(wallets)(
  '%s: passes a granted method without special handling to the wallet unchanged, and refuses a method that the wallet did not grant',
  async (_, wallet) => {
    const { request, requests } = await connect(wallet)
    const [, method = ''] = wallet.methods
    const params = { address: wallet.address, psbt: 'cHNidA==', transactionPayload: { method: '0x00' } }
    expect(await request({ method, params })).toEqual({ method, params })
    await expect(request({ method: 'sendTransfer', params })).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' })
    expect(requests.map(({ request: { method: sent } }) => sent)).toEqual([method])
  },
)
