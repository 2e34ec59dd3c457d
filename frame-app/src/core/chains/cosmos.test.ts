import type { JsonRpcRequest } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { Network, NetworkEndpoints } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { expect, test } from 'vitest'
import { switchNetwork } from './cosmos.ts'

const noble: Network = {
  caipNetworkId: 'cosmos:noble-1',
  chainNamespace: 'cosmos',
  id: 'noble-1',
  name: 'Noble',
  nativeCurrency: { name: 'USD Coin', symbol: 'USDC', decimals: 6, denom: 'uusdc' },
  addressPrefix: 'noble',
}
const endpoints: NetworkEndpoints = {
  rpcUrls: ['https://rpc.noble.example', 'https://rpc2.noble.example'],
  restUrls: ['https://rest.noble.example'],
  coinType: 118,
}
const unknown = new AppError(commonErrors.WALLET_ERROR, {
  number: -32603,
  message: 'There is no chain info for noble-1',
})

/** A wallet that throws the given errors in turn and then answers null. */
const createWallet = (...answers: (AppError | undefined)[]) => {
  const requests: JsonRpcRequest[] = []
  const request = async (input: JsonRpcRequest) => {
    const answer = answers[requests.push(input) - 1]
    if (answer) throw answer
    return null
  }
  return { requests, request }
}
const switchRequest = { method: 'wallet_switchNetwork', params: ['cosmos:noble-1'] }

test('switches a wallet that knows the network, without suggesting the network first', async () => {
  const { requests, request } = createWallet()
  await switchNetwork(request, noble, async () => endpoints)
  expect(requests).toEqual([switchRequest])
})

test('suggests an unknown network to the wallet, then switches', async () => {
  const { requests, request } = createWallet(unknown)
  await switchNetwork(request, noble, async () => endpoints)
  const currency = { coinDenom: 'USDC', coinMinimalDenom: 'uusdc', coinDecimals: 6 }
  const chain = {
    chainId: 'noble-1',
    chainName: 'Noble',
    rpc: 'https://rpc.noble.example',
    rest: 'https://rest.noble.example',
    bip44: { coinType: 118 },
    bech32Config: {
      bech32PrefixAccAddr: 'noble',
      bech32PrefixAccPub: 'noblepub',
      bech32PrefixValAddr: 'noblevaloper',
      bech32PrefixValPub: 'noblevaloperpub',
      bech32PrefixConsAddr: 'noblevalcons',
      bech32PrefixConsPub: 'noblevalconspub',
    },
    currencies: [currency],
    feeCurrencies: [currency],
    stakeCurrency: currency,
  }
  expect(requests).toEqual([switchRequest, { method: 'wallet_addNetwork', params: [chain] }, switchRequest])
})

test.each([
  ['declines', new AppError(commonErrors.WALLET_ERROR, { number: 4001, message: 'Request rejected' })],
  ['has a session without the network', new AppError(commonErrors.UNRECOGNIZED_CHAIN)],
  ['reports error 4902', new AppError(commonErrors.WALLET_ERROR, { number: 4902, message: 'Unrecognized chain' })],
  ['does not answer', new AppError(commonErrors.REQUEST_TIMEOUT)],
])('suggests no network to a wallet that %s', async (_, answer) => {
  const { requests, request } = createWallet(answer)
  await expect(switchNetwork(request, noble, async () => endpoints)).rejects.toBe(answer)
  expect(requests).toEqual([switchRequest])
})

test('rejects the switch if the visitor declines the suggested network', async () => {
  const declined = new AppError(commonErrors.WALLET_ERROR, { number: 4001, message: 'Request rejected' })
  const { requests, request } = createWallet(unknown, declined)
  await expect(switchNetwork(request, noble, async () => endpoints)).rejects.toBe(declined)
  expect(requests).toHaveLength(2)
})

const { addressPrefix: _, ...withoutPrefix } = noble
const { coinType: __, ...withoutCoinType } = endpoints
test.each([
  ['an address prefix', withoutPrefix, endpoints],
  ['a denom', { ...noble, nativeCurrency: { name: 'USD Coin', symbol: 'USDC', decimals: 6 } }, endpoints],
  ['a coin type', noble, withoutCoinType],
  ['a REST address', noble, { ...endpoints, restUrls: [] }],
  ['an RPC address', noble, { ...endpoints, rpcUrls: [] }],
])(
  'does not suggest a network without %s to the wallet, and throws NETWORK_NOT_DESCRIBED',
  async (_, network, known) => {
    const { requests, request } = createWallet(unknown)
    await expect(switchNetwork(request, network, async () => known)).rejects.toMatchObject({
      code: 'NETWORK_NOT_DESCRIBED',
      number: 4902,
      message: 'The wallet does not know Noble, and this site can not tell it enough to add it',
    })
    expect(requests).toEqual([switchRequest])
  },
)
