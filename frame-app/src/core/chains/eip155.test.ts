import type { JsonRpcRequest } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { expect, test } from 'vitest'
import { sampleNetwork } from '../../../test/bootstrap.ts'
import { checksumAddress, isAddress, readBalance, switchNetwork } from './eip155.ts'

// The example addresses of EIP-55.
test.each([
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0xde709f2102306220921060314715629080e2fb77',
])('writes the address %s with its checksum', (address) => {
  expect(checksumAddress(address.toLowerCase())).toBe(address)
})

test.each([
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', true],
  ['0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', true],
  ['0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED', false],
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed', false],
  ['5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', false],
  ['0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae', false],
])('tells whether %s is a valid address: %s', (address, isValid) => {
  expect(isAddress(address)).toBe(isValid)
})

const wallet = (answers: (number | string | null)[]) => {
  const requests: JsonRpcRequest[] = []
  const request = async (call: JsonRpcRequest) => {
    requests.push(call)
    const answer = answers.shift() ?? null
    if (typeof answer === 'number') throw new AppError(commonErrors.WALLET_ERROR, { number: answer })
    return answer
  }
  return { requests, request }
}
const optimism = sampleNetwork(10, 'OP Mainnet')
const endpoints = async () => ({ rpcUrls: ['https://rpc.example/10'], restUrls: [] })
const methods = (requests: JsonRpcRequest[]) => requests.map(({ method }) => method)

test('sends only the switch request if the wallet knows the chain', async () => {
  const { requests, request } = wallet([null])
  await switchNetwork(request, optimism, endpoints)
  expect(requests).toEqual([{ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] }])
})

test.each([
  [4902, '0xa'],
  [32603, '0xA'],
  [-32603, '0x0a'],
  [5000, '10'],
])(
  'adds the chain after the wallet error %s, and accepts the chain id %s as a completed switch',
  async (number, chainId) => {
    const { requests, request } = wallet([number, null, chainId])
    await switchNetwork(request, optimism, endpoints)
    expect(methods(requests)).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain', 'eth_chainId'])
    expect(requests[1]?.params).toEqual([
      {
        chainId: '0xa',
        chainName: 'OP Mainnet',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: ['https://rpc.example/10'],
        blockExplorerUrls: ['https://explorer.example/10'],
      },
    ])
  },
)

test('switches again if the wallet added the chain without switching', async () => {
  const { requests, request } = wallet([4902, null, '0x1', null])
  await switchNetwork(request, optimism, endpoints)
  expect(methods(requests).at(-1)).toBe('wallet_switchEthereumChain')
  expect(requests).toHaveLength(4)
})

test('does not add the chain after the visitor rejects the switch', async () => {
  const { requests, request } = wallet([4001])
  await expect(switchNetwork(request, optimism, endpoints)).rejects.toMatchObject({ number: 4001 })
  expect(requests).toHaveLength(1)
})

test('does not add the chain after the switch times out', async () => {
  const requests: string[] = []
  const request = async ({ method }: JsonRpcRequest) => {
    requests.push(method)
    throw new AppError(commonErrors.REQUEST_TIMEOUT)
  }
  await expect(switchNetwork(request, optimism, endpoints)).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' })
  expect(requests).toEqual(['wallet_switchEthereumChain'])
})

test('reads a balance in base units and rejects an invalid balance', async () => {
  const answering = (answer: string) => ({ rpc: async () => answer, projectId: 'demo', isForced: false })
  expect(await readBalance(answering('0xde0b6b3a7640000'), optimism, '0x1')).toBe(10n ** 18n)
  await expect(readBalance(answering('lots'), optimism, '0x1')).rejects.toMatchObject({
    code: 'TOKEN_BALANCE_UNAVAILABLE',
  })
})
