import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { type RpcMethodPolicy, rpcMethods } from '@appkit-frame/loader/protocol/rpc/methods.ts'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import { answerRpcError, answerRpcResult, startRpcNode } from '../../../test/rpcNode.ts'
import { makeWalletServer, type WalletClient } from '../../../test/walletServer.ts'
import type { Database } from '../../database/open.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const evm = 'eip155:31337'
const solana = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const chainIds: Record<ChainNamespace, string> = {
  eip155: evm,
  solana,
  bip122: 'bip122:000000000019d6689c085ae165831e93',
  polkadot: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  cosmos: 'cosmos:cosmoshub-4',
}
const nativeCurrency = { name: 'Coin', symbol: 'COIN', decimals: 9 }
let database: Database
beforeAll(async () => {
  database = (await openTestDatabase()).database
})

const serve = async (...nodes: { url: string }[]) => {
  const [rpcUrls, privateRpcUrls] = [[], nodes.map(({ url }) => url)]
  const networks = Object.values(chainIds).map((id) => ({
    id,
    ...(id === evm && { name: id, nativeCurrency }),
    rpcUrls,
    privateRpcUrls,
  }))
  const projects = [
    { id: 'shop', name: 'Shop', allowedOrigins: ['https://shop.example'], networks },
    { id: 'other', name: 'Other', allowedOrigins: ['https://other.example'], networks: ['eip155:1'] },
  ]
  return (await makeWalletServer(async () => database, { projects })).makeClient()
}
const ask = async (
  client: WalletClient,
  chainId: string,
  method: string,
  params: unknown = [],
  projectId: string | null = 'shop',
) => {
  const { status, body } = await askAll(client, chainId, [{ method, params }], projectId)
  const [answer] = (body as { answers?: unknown[] }).answers ?? []
  return { status, body: answer ?? body }
}
const askAll = (client: WalletClient, chainId: string, requests: object[], projectId: string | null = 'shop') =>
  client.call('POST', 'rpc', {
    body: { chainId, requests },
    change: { claims: projectId === null ? {} : { projectId } },
  })

test.each([
  [evm, 'eth_call'],
  [evm, 'eth_sendRawTransaction'],
  [evm, 'eth_simulateV1'],
  [evm, 'debug_traceCall'],
  [solana, 'getMultipleAccounts'],
  [solana, 'simulateTransaction'],
  [solana, 'sendTransaction'],
  [solana, 'getSignatureStatuses'],
])('to a node of %s, forwards the allowed method %s', async (chainId, method) => {
  const node = await startRpcNode(answerRpcResult({ some: 'thing' }))
  const params = [{ to: '0x1' }, 'latest']
  expect(await ask(await serve(node), chainId, method, params)).toEqual({
    status: 200,
    body: { result: { some: 'thing' } },
  })
  expect(node.calls).toEqual([{ jsonrpc: '2.0', id: 0, method, params }])
})

test("returns a node's error code, message and data without the node's address", async () => {
  const node = await startRpcNode(({ id }) =>
    answerRpcError(3, `execution reverted at ${node.url}`, '0x08c379a0')({ id, method: '', params: [] }),
  )
  expect(await ask(await serve(node), evm, 'eth_call')).toEqual({
    status: 200,
    body: { error: { code: 3, message: 'execution reverted at …', data: '0x08c379a0' } },
  })
})

test('answers several requests in their order, and refuses only those that are not allowed', async () => {
  const node = await startRpcNode(({ id, method }) => answerRpcResult(method)({ id, method, params: [] }))
  const requests = ['eth_chainId', 'eth_accounts', 'eth_gasPrice'].map((method) => ({ method, params: [] }))
  expect((await askAll(await serve(node), evm, requests)).body).toMatchObject({
    answers: [{ result: 'eth_chainId' }, { error: { code: -32601 } }, { result: 'eth_gasPrice' }],
  })
  expect(node.calls).toHaveLength(2)
})

test.each([0, 33])('forwards nothing if a body has %i requests', async (count) => {
  const node = await startRpcNode(answerRpcResult('0x1'))
  const requests = Array.from({ length: count }, () => ({ method: 'eth_chainId', params: [] }))
  expect((await askAll(await serve(node), evm, requests)).body).toEqual({ code: 'INVALID_INPUT' })
  expect(node.calls).toEqual([])
})

const rows = Object.entries<RpcMethodPolicy>(rpcMethods)

test.each(rows)(
  'forwards %s to a node if and only if its policy row allows the secure frame in the namespace',
  async (method, policy) => {
    const node = await startRpcNode(answerRpcResult('0x1'))
    const client = await serve(node)
    for (const [namespace, chainId] of Object.entries(chainIds) as [ChainNamespace, string][]) {
      node.calls.length = 0
      const { body } = await ask(client, chainId, method)
      const isProxied = (row: RpcMethodPolicy) => row.proxy !== 'none' && row.namespaces.includes(namespace)
      // The secure frame has no nodes for a namespace in which the wallet has no account.
      const refusal = rows.some(([, row]) => isProxied(row))
        ? { error: { code: -32601 } }
        : { code: 'CHAIN_NOT_SUPPORTED' }
      expect(body, namespace).toMatchObject(isProxied(policy) ? { result: '0x1' } : refusal)
      expect(node.calls, namespace).toHaveLength(isProxied(policy) ? 1 : 0)
    }
  },
)

describe('refused RPC requests', () => {
  test.each([
    [evm, 'eth_accounts'],
    [evm, 'eth_sendTransaction'],
    [evm, 'eth_sign'],
    [evm, 'personal_sign'],
    [evm, 'debug_traceBlockByNumber'],
    [evm, 'debug_setHead'],
    [evm, 'admin_addPeer'],
    [evm, 'anvil_setBalance'],
    [evm, 'getBalance'],
    [evm, '__proto__'],
    [evm, 'eth_createAccessList'],
    [solana, 'getProgramAccounts'],
    [solana, 'getLatestBlockhash'],
    [solana, 'requestAirdrop'],
    [solana, 'eth_call'],
  ])('on %s, does not forward the forbidden method %s to a node', async (chainId, method) => {
    const node = await startRpcNode(answerRpcResult(null))
    const error = { code: -32601, message: 'Requested RPC call is not allowed' }
    expect(await ask(await serve(node), chainId, method)).toEqual({ status: 200, body: { error } })
    expect(node.calls).toEqual([])
  })

  test.each([
    ['a network of another project', 'eip155:1', [], 'shop', 'CHAIN_NOT_SUPPORTED'],
    ['an unknown network', 'eip155:5', [], 'shop', 'CHAIN_NOT_SUPPORTED'],
    ['an unknown project', evm, [], 'nobody', 'INVALID_PROJECT_ID'],
    ['no project id among two projects', evm, [], null, 'PROJECT_ID_NOT_CONFIGURED'],
    ['no parameters', evm, 'x', 'shop', 'INVALID_INPUT'],
    [
      'values nested without an end',
      evm,
      JSON.parse(`${'['.repeat(1_000)}${']'.repeat(1_000)}`),
      'shop',
      'INVALID_INPUT',
    ],
  ])('forwards no request with %s to a node', async (_, chainId, params, projectId, code) => {
    const node = await startRpcNode(answerRpcResult(null))
    expect((await ask(await serve(node), chainId, 'eth_call', params, projectId)).body).toEqual({ code })
    expect(node.calls).toEqual([])
  })

  test('forwards no request without a valid DPoP proof to a node', async () => {
    const node = await startRpcNode(answerRpcResult(null))
    const client = await serve(node)
    const request = { chainId: evm, requests: [{ method: 'eth_chainId', params: [] }] }
    const { body } = await client.call('POST', 'rpc', { body: request, change: { header: { typ: 'jwt' } } })
    expect([body, node.calls]).toEqual([{ code: 'DPOP_INVALID' }, []])
  })
})
