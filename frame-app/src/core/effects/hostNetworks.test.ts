// @vitest-environment happy-dom

import type { HostNetwork, JsonRpcRequest } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { solanaNetwork } from '../../../test/namespaces.ts'
import { openPage, sampleAccountOn, waitForMessages } from '../../../test/page.ts'
import { mockServer } from '../../../test/server.ts'
import { nativeBalanceAtom, refreshBalanceAtom } from '../../features/account/balances.ts'
import { activeNetworkAtom, networksAtom } from '../state/networks.ts'
import { switchNetwork } from './hostNetworks.ts'

const sepolia: HostNetwork = {
  caipNetworkId: 'eip155:11155111',
  name: 'Sepolia',
  nativeCurrency: { name: 'Sepolia Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: ['https://sepolia.example', 'http://localhost:8545'],
  testnet: true,
}

const open = (methods?: Parameters<typeof openPage>[0]) => {
  const page = openPage(methods)
  const names = () => page.store.get(networksAtom).map(({ name }) => name)
  return { ...page, names }
}

test("adds a network of the page only once, after the project's networks", async () => {
  const { store, call, names } = open()
  await call('addNetwork', [sepolia])
  await call('addNetwork', [{ ...sepolia, name: 'Another' }])
  await call('addNetwork', [{ ...sepolia, caipNetworkId: 'eip155:1', name: 'Not Ethereum' }])
  expect(names()).toEqual(['Ethereum', 'OP Mainnet', 'Sepolia'])
  const { rpcUrls: _, ...shown } = sepolia
  expect(store.get(networksAtom)[2]).toEqual({ ...shown, chainNamespace: 'eip155', id: '11155111' })
})

test.each<[string, unknown, string]>([
  ['of a namespace without an adapter', { caipNetworkId: 'sui:mainnet' }, 'CHAIN_ADAPTER_NOT_FOUND'],
  ['of a namespace that every object has', { caipNetworkId: 'constructor:1' }, 'INVALID_PARAMS'],
  ['that is no number of a chain', { caipNetworkId: 'eip155:0x1' }, 'INVALID_CAIP_NETWORK_ID'],
  ['without a name', { name: ' \u202e' }, 'INVALID_PARAMS'],
  ['without a node', { rpcUrls: [] }, 'INVALID_PARAMS'],
  ['with a node that is code', { rpcUrls: ['javascript:alert(1)'] }, 'INVALID_PARAMS'],
  ['with a node in the clear', { rpcUrls: ['http://node.example'] }, 'INVALID_PARAMS'],
  ['with an explorer that is code', { blockExplorer: { name: 'X', url: 'data:text/html,x' } }, 'INVALID_PARAMS'],
  ['with decimals that are none', { nativeCurrency: { ...sepolia.nativeCurrency, decimals: 1.5 } }, 'INVALID_PARAMS'],
])('refuses a network %s', async (_, change, code) => {
  const { call, names } = open()
  await expect(call('addNetwork', [{ ...sepolia, ...(change as object) }])).rejects.toMatchObject({ code })
  expect(names()).toHaveLength(2)
})

test("restores a removed network with the project's name and RPC URLs, not with those of the page", async () => {
  const { call, names } = open()
  await call('removeNetwork', ['eip155:10'])
  expect(names()).toEqual(['Ethereum'])
  await call('addNetwork', [{ ...sepolia, caipNetworkId: 'eip155:10', name: 'Not OP' }])
  expect(names()).toEqual(['Ethereum', 'OP Mainnet'])
})

test('refuses to remove the last network, the current network or an unknown one', async () => {
  const { call, names } = open()
  await call('account', ['eip155', sampleAccountOn(10)])
  await call('addNetwork', [{ ...sepolia, caipNetworkId: solanaNetwork.caipNetworkId, name: 'Solana' }])
  const refused = (id: string) => expect(call('removeNetwork', [id])).rejects
  await refused('eip155:10').toMatchObject({ code: 'NETWORK_IN_USE' })
  await refused('eip155:5').toMatchObject({ code: 'NETWORK_NOT_FOUND' })
  await refused('sui:mainnet').toMatchObject({ code: 'CHAIN_ADAPTER_NOT_FOUND' })
  await call('removeNetwork', ['eip155:1'])
  await call('removeNetwork', [solanaNetwork.caipNetworkId])
  await call('account', ['eip155', { status: 'disconnected' }])
  await refused('eip155:10').toMatchObject({ code: 'NETWORK_IN_USE' })
  expect(names()).toEqual(['OP Mainnet'])
})

test("lets a wallet add a network of the page with the page's RPC URLs, without asking our server", async () => {
  const urls: string[] = []
  mockServer.use(
    http.all('*', ({ request }) => {
      urls.push(request.url)
      return HttpResponse.json({})
    }),
  )
  const requests: JsonRpcRequest[] = []
  const { store, call } = open({
    request: async (_namespace, request) => {
      requests.push(request)
      if (request.method === 'eth_chainId') {
        await call('account', ['eip155', sampleAccountOn(11155111)])
        return '0xaa36a7'
      }
      if (requests.length === 1)
        throw new AppError(commonErrors.WALLET_ERROR, { number: 4902, message: 'Unrecognized chain' })
    },
  })
  await call('addNetwork', [sepolia])
  await call('account', ['eip155', sampleAccountOn(1)])
  urls.length = 0
  await call('switchNetwork', [sepolia.caipNetworkId])
  expect(requests[1]).toMatchObject({
    method: 'wallet_addEthereumChain',
    params: [{ chainId: '0xaa36a7', chainName: 'Sepolia', rpcUrls: sepolia.rpcUrls }],
  })
  await call('account', ['eip155', sampleAccountOn(11155111)])
  await store.set(refreshBalanceAtom)
  expect(store.get(nativeBalanceAtom)).toEqual({ status: 'unknown', symbol: 'ETH' })
  expect(urls).toEqual([])
})

test('a switch for the page resolves only when the wallet has reported the new network', async () => {
  let report: (() => void) | undefined
  const { store, call } = open({
    request: () => {
      report = () => void call('account', ['eip155', sampleAccountOn(10)])
    },
  })
  await call('account', ['eip155', sampleAccountOn(1)])
  let isDone = false
  const switched = call('switchNetwork', ['eip155:10']).then(() => {
    isDone = true
  })
  await vi.waitFor(() => expect(report).toBeDefined())
  await waitForMessages()
  expect(isDone).toBe(false)
  report?.()
  await switched
  expect(store.get(activeNetworkAtom)?.caipNetworkId).toBe('eip155:10')
})

test('a switch for the page resolves after two seconds if the wallet agrees and never reports it', async () => {
  const { call, store } = open({ request: () => null })
  await call('account', ['eip155', sampleAccountOn(1)])
  const startedAt = performance.now()
  await switchNetwork(store, 'eip155:10')
  expect(performance.now() - startedAt).toBeGreaterThan(1_900)
})
