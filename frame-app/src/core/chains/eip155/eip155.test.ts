import type { JsonRpcRequest } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { expect, test } from 'vitest'
import { network } from '../../../../test/bootstrap.ts'
import { readBalance } from './balance.ts'
import { checksumAddress, hasChecksum } from './checksumAddress.ts'
import { switchNetwork } from './switchNetwork.ts'

// EIP-55's own examples.
test.each([
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0xde709f2102306220921060314715629080e2fb77',
])('%s has its checksum', (address) => {
  expect(checksumAddress(address.toLowerCase())).toBe(address)
})

test.each([
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', true],
  ['0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', true],
  ['0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED', false],
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed', false],
  ['5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', false],
  ['0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae', false],
])('whether %s is an address is %s', (address, isAddress) => {
  expect(hasChecksum(address)).toBe(isAddress)
})

const wallet = (answers: (number | string | null)[]) => {
  const asked: JsonRpcRequest[] = []
  const request = async (call: JsonRpcRequest) => {
    asked.push(call)
    const answer = answers.shift() ?? null
    if (typeof answer === 'number') throw new AppError(commonErrors.WALLET_ERROR, { number: answer })
    return answer
  }
  return { asked, request }
}
const optimism = network(10, 'OP Mainnet')
const endpoints = async () => ({ rpcUrls: ['https://rpc.example/10'], restUrls: [] })
const methods = (asked: JsonRpcRequest[]) => asked.map(({ method }) => method)

test('a wallet that knows the chain is asked once', async () => {
  const { asked, request } = wallet([null])
  await switchNetwork(request, optimism, endpoints)
  expect(asked).toEqual([{ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] }])
})

test.each([
  [4902, '0xa'],
  [32603, '0xA'],
  [-32603, '0x0a'],
  [5000, '10'],
])('%s means that the wallet has to learn the chain, and %s that it went there', async (number, chainId) => {
  const { asked, request } = wallet([number, null, chainId])
  await switchNetwork(request, optimism, endpoints)
  expect(methods(asked)).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain', 'eth_chainId'])
  expect(asked[1]?.params).toEqual([
    {
      chainId: '0xa',
      chainName: 'OP Mainnet',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: ['https://rpc.example/10'],
      blockExplorerUrls: ['https://explorer.example/10'],
    },
  ])
})

test('a wallet that added the chain and stayed where it was is asked to switch again', async () => {
  const { asked, request } = wallet([4902, null, '0x1', null])
  await switchNetwork(request, optimism, endpoints)
  expect(methods(asked).at(-1)).toBe('wallet_switchEthereumChain')
  expect(asked).toHaveLength(4)
})

test('a visitor who says no is not asked to add the chain', async () => {
  const { asked, request } = wallet([4001])
  await expect(switchNetwork(request, optimism, endpoints)).rejects.toMatchObject({ number: 4001 })
  expect(asked).toHaveLength(1)
})

test('a wallet that never answered is not asked to add the chain', async () => {
  const asked: string[] = []
  const request = async ({ method }: JsonRpcRequest) => {
    asked.push(method)
    throw new AppError(commonErrors.REQUEST_TIMEOUT)
  }
  await expect(switchNetwork(request, optimism, endpoints)).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' })
  expect(asked).toEqual(['wallet_switchEthereumChain'])
})

test('a balance is read in base units, and nonsense is no balance', async () => {
  const answering = (answer: string) => ({ rpc: async () => answer, projectId: 'demo', isForced: false })
  expect(await readBalance(answering('0xde0b6b3a7640000'), optimism, '0x1')).toBe(10n ** 18n)
  await expect(readBalance(answering('lots'), optimism, '0x1')).rejects.toMatchObject({
    code: 'TOKEN_BALANCE_UNAVAILABLE',
  })
})
