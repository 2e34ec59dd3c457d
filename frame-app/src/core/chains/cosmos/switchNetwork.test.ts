import type { JsonRpcRequest } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { Network, NetworkEndpoints } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { expect, test } from 'vitest'
import { switchNetwork } from './switchNetwork.ts'

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

/** A wallet that answers each request in turn, with an error or with nothing. */
const createWallet = (...answers: (AppError | undefined)[]) => {
  const asked: JsonRpcRequest[] = []
  const request = async (input: JsonRpcRequest) => {
    const answer = answers[asked.push(input) - 1]
    if (answer) throw answer
    return null
  }
  return { asked, request }
}
const go = { method: 'wallet_switchNetwork', params: ['cosmos:noble-1'] }

test('a wallet that knows the network goes there', async () => {
  const { asked, request } = createWallet()
  await switchNetwork(request, noble, async () => endpoints)
  expect(asked).toEqual([go])
})

test('one that does not is offered the network with its facts, and then goes there', async () => {
  const { asked, request } = createWallet(unknown)
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
  expect(asked).toEqual([go, { method: 'wallet_addNetwork', params: [chain] }, go])
})

test.each([
  ['declines', new AppError(commonErrors.WALLET_ERROR, { number: 4001, message: 'Request rejected' })],
  ['is on another device, whose session has not got the network', new AppError(commonErrors.UNRECOGNIZED_CHAIN)],
  [
    'is that, as the page tells it',
    new AppError(commonErrors.WALLET_ERROR, { number: 4902, message: 'Unrecognized chain' }),
  ],
  ['does not answer', new AppError(commonErrors.REQUEST_TIMEOUT)],
])('one that %s is offered nothing', async (_, answer) => {
  const { asked, request } = createWallet(answer)
  await expect(switchNetwork(request, noble, async () => endpoints)).rejects.toBe(answer)
  expect(asked).toEqual([go])
})

test('a visitor who does not want the network added stays', async () => {
  const declined = new AppError(commonErrors.WALLET_ERROR, { number: 4001, message: 'Request rejected' })
  const { asked, request } = createWallet(unknown, declined)
  await expect(switchNetwork(request, noble, async () => endpoints)).rejects.toBe(declined)
  expect(asked).toHaveLength(2)
})

const { addressPrefix: _, ...unprefixed } = noble
const { coinType: __, ...uncounted } = endpoints
test.each([
  ['an address prefix', unprefixed, endpoints],
  ['a denom', { ...noble, nativeCurrency: { name: 'USD Coin', symbol: 'USDC', decimals: 6 } }, endpoints],
  ['a coin type', noble, uncounted],
  ['a REST address', noble, { ...endpoints, restUrls: [] }],
  ['an RPC address', noble, { ...endpoints, rpcUrls: [] }],
])('without %s nothing is guessed, and the visitor is told', async (_, network, known) => {
  const { asked, request } = createWallet(unknown)
  await expect(switchNetwork(request, network, async () => known)).rejects.toMatchObject({
    code: 'NETWORK_NOT_DESCRIBED',
    number: 4902,
    message: 'The wallet does not know Noble, and this site can not tell it enough to add it',
  })
  expect(asked).toEqual([go])
})
