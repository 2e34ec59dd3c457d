import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { type RpcMethodPolicy, rpcMethods } from '@appkit-frame/loader/protocol/rpc/methods.ts'
import { keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { makeTestApp, modalOrigin, shopOrigin } from '../../../test/parts.ts'
import { answerRpcError, answerRpcResult, startBrokenRpcNode, startRpcNode } from '../../../test/rpcNode.ts'

const chainIds: Record<ChainNamespace, string> = {
  eip155: 'eip155:31337',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  bip122: 'bip122:000000000019d6689c085ae165831e93',
  polkadot: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  cosmos: 'cosmos:cosmoshub-4',
}
const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const serve = (...nodes: { url: string }[]) => serveAt(nodes)
const serveAt = (nodes: { url: string }[], own?: Parameters<typeof makeTestApp>[1]) =>
  makeTestApp(
    [
      {
        id: 'shop',
        name: 'Shop',
        allowedOrigins: [shopOrigin],
        networks: Object.values(chainIds).map((id) => ({
          id,
          ...(id === chainIds.eip155 && { name: 'Localnet', nativeCurrency, rpcUrls: [] }),
          privateRpcUrls: nodes.map(({ url }) => url),
        })),
      },
    ],
    own,
  )
const ask = async (app: Awaited<ReturnType<typeof makeTestApp>>, body: unknown, chainId = chainIds.eip155) => {
  const response = await app(`${modalOrigin}/v1/?chainId=${chainId}&projectId=shop`, {
    method: 'POST',
    headers: { Origin: shopOrigin, 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, json: await response.json() }
}
const call = (method: string, id: unknown = 1, params: unknown = []) => ({ jsonrpc: '2.0', id, method, params })

test('forwards an RPC request and answers under its id', async () => {
  const node = await startRpcNode(answerRpcResult('0x7a69'))
  const { status, headers, json } = await ask(await serve(node), call('eth_chainId', 'mine'))
  expect([status, json]).toEqual([200, { jsonrpc: '2.0', id: 'mine', result: '0x7a69' }])
  expect(headers.get('Access-Control-Allow-Origin')).toBe(shopOrigin)
  expect(node.calls).toEqual([{ jsonrpc: '2.0', id: 0, method: 'eth_chainId', params: [] }])
})

const rows = Object.entries<RpcMethodPolicy>(rpcMethods)
/** The answer for a namespace without public methods, for which the public proxy has no nodes. */
const notServed = { reasons: [{ field: 'chainId', description: 'Chain is not supported' }] }

test.each(rows)(
  'forwards %s to a node if and only if its policy row allows the public proxy in the namespace',
  async (method, policy) => {
    const node = await startRpcNode(answerRpcResult('0x1'))
    const app = await serve(node)
    for (const [namespace, chainId] of Object.entries(chainIds) as [ChainNamespace, string][]) {
      node.calls.length = 0
      const { json } = await ask(app, call(method), chainId)
      const isPublic = (row: RpcMethodPolicy) => row.proxy === 'public' && row.namespaces.includes(namespace)
      const refusal = rows.some(([, row]) => isPublic(row)) ? { error: { code: -32601 } } : notServed
      expect(json, namespace).toMatchObject(isPublic(policy) ? { result: '0x1' } : refusal)
      expect(node.calls, namespace).toHaveLength(isPublic(policy) ? 1 : 0)
    }
  },
)

test.each([
  'eth_accounts',
  'eth_sign',
  'eth_sendTransaction',
  'personal_sign',
  'wallet_sendCalls',
  'debug_traceTransaction',
  'admin_addPeer',
  'anvil_setBalance',
  'eth_call\n',
  '__proto__',
  'constructor',
])('does not forward the RPC method %j', async (method) => {
  const node = await startRpcNode(answerRpcResult(null))
  const { json } = await ask(await serve(node), call(method))
  expect(json).toEqual({
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32601, message: 'Requested RPC call is not allowed' },
  })
  expect(node.calls).toEqual([])
})

test.each([
  ['no JSON', '{', 400, -32700],
  ['an empty batch', [], 400, -32600],
  ['a batch above the limit', Array(1_001).fill(call('eth_chainId')), 400, -32600],
  ['no request', 7, 200, -32600],
  ['another version', { jsonrpc: '1.0', id: 1, method: 'eth_chainId' }, 200, -32600],
  ['an id that is an object', call('eth_chainId', {}), 200, -32600],
  ['params that are no list', call('eth_chainId', 1, 'x'), 200, -32600],
])('rejects an RPC request with %s', async (_, body, status, code) => {
  const response = await ask(await serve(await startRpcNode(answerRpcResult(1))), body)
  expect([response.status, response.json.error.code]).toEqual([status, code])
})

test.each(['eip155:1', chainIds.solana, '', 'toString'])('the RPC proxy does not serve chain %j', async (id) => {
  const { status, json } = await ask(await serve(await startRpcNode(answerRpcResult(1))), call('eth_chainId'), id)
  expect([status, json.reasons]).toEqual([400, [{ field: 'chainId', description: 'Chain is not supported' }]])
})

test('rejects an RPC body above the size limit', async () => {
  const { status } = await ask(await serve(await startRpcNode(answerRpcResult(1))), `"${'x'.repeat(2 * 1024 * 1024)}"`)
  expect(status).toBe(413)
})

test('rejects deeply nested parameters without asking a node, so that no node loses its rank', async () => {
  const node = await startRpcNode(answerRpcResult('fine'))
  const app = await serve(node, await startRpcNode(answerRpcResult('spare')))
  const nested = (depth: number) => `[${'['.repeat(depth)}"]\\"["${']'.repeat(depth)}]`
  const send = (depth: number) => ask(app, `{"jsonrpc":"2.0","id":1,"method":"eth_call","params":${nested(depth)}}`)
  for (const depth of [200, 6_000, 500_000]) {
    const { status, json } = await send(depth)
    expect([status, json.error.code]).toEqual([400, -32600])
  }
  expect(node.calls).toEqual([])
  expect((await send(100)).json.result).toBe('fine')
})

test('logs no error if a client aborts an RPC request', async () => {
  const events: string[] = []
  const app = await serveAt([{ url: 'http://127.0.0.1:9/' }], {
    log: { write: (event) => void events.push(event), flush: () => undefined },
  })
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) })
  const init = { method: 'POST', body, duplex: 'half' } as RequestInit
  await app(`${modalOrigin}/v1/?chainId=eip155:31337&projectId=shop`, init)
  expect(events).not.toContain('request failed')
})

describe('batches of RPC requests', () => {
  test('the answers of a batch keep the order and ids of its requests, equal ids included', async () => {
    const node = await startRpcNode((request) => answerRpcResult(request.method)(request))
    const batch = [call('eth_chainId', 5), call('eth_sign', 6), call('net_version', 5), 'nonsense']
    const { json } = await ask(await serve(node), batch)
    expect(json).toMatchObject([
      { id: 5, result: 'eth_chainId' },
      { id: 6, error: { code: -32601 } },
      { id: 5, result: 'net_version' },
      { id: null, error: { code: -32600 } },
    ])
    expect(node.calls.length).toBe(2)
  })

  test('a batch of a thousand requests reaches the node as one HTTP request', async () => {
    const node = await startRpcNode((request) => answerRpcResult(request.id)(request))
    const { json } = await ask(
      await serve(node),
      Array.from({ length: 1_000 }, (_, id) => call('eth_call', id)),
    )
    expect([json.length, json[999].result]).toEqual([1_000, 999])
  })

  test('a batch costs rate limit tokens in proportion to its size', async () => {
    const node = await startRpcNode(answerRpcResult('0x1'))
    const app = await serveAt([node], { now: () => 0 })
    const statuses: number[] = []
    for (let count = 0; count < 5; count++)
      statuses.push((await ask(app, Array(1_000).fill(call('eth_chainId')))).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429])
    expect(node.calls).toHaveLength(4_000)
  })

  test('asks the next node for the answers of a batch that the first node left out', async () => {
    const first = await startRpcNode((request) =>
      request.method === 'eth_chainId' ? answerRpcResult('a')(request) : null,
    )
    const second = await startRpcNode(answerRpcResult('b'))
    const { json } = await ask(await serve(first, second), [call('eth_chainId', 1), call('net_version', 2)])
    expect(json.map((answer: { result: string }) => answer.result)).toEqual(['a', 'b'])
    expect(second.calls.map(({ method }) => method)).toEqual(['net_version'])
  })
})

describe('answers of nodes to RPC requests', () => {
  test("a node's error keeps its code, message and data", async () => {
    const node = await startRpcNode(answerRpcError(3, 'execution reverted: no', '0x08c379a0'))
    const spare = await startRpcNode(answerRpcResult('never asked'))
    const { json } = await ask(await serve(node, spare), call('eth_call'))
    expect(json.error).toEqual({ code: 3, message: 'execution reverted: no', data: '0x08c379a0' })
    expect(spare.calls).toEqual([])
  })

  test('an answer never contains the URL or the key of the node', async () => {
    const url = { url: '' }
    const node = await startRpcNode((request) =>
      answerRpcError(-32000, `bad key in ${url.url} (key-0123456789abcdef)`)(request),
    )
    url.url = node.url
    const { json } = await ask(await serve(node), call('eth_call'))
    expect(json.error.message).toBe('bad key in … (…)')
  })
})

describe('when the RPC proxy asks the next node', () => {
  const answerOfSecond = async (first: { url: string }, method = 'eth_blockNumber') => {
    const second = await startRpcNode(answerRpcResult('0x2'))
    const { json } = await ask(await serve(first, second), call(method))
    return json.result
  }

  test.each([500, 502, 429, 403])('asks the next node after status %i', async (status) => {
    const node = await startBrokenRpcNode((response) => response.writeHead(status).end('<html>'))
    expect(await answerOfSecond(node)).toBe('0x2')
  })

  test.each([-32601, -32005, -32002, -32603])('asks the next node after error %i', async (code) => {
    expect(await answerOfSecond(await startRpcNode(answerRpcError(code, 'not here')))).toBe('0x2')
  })

  test('asks the next node after an answer that is not JSON-RPC', async () => {
    expect(await answerOfSecond(await startBrokenRpcNode((response) => response.end('[1, null, {}]')))).toBe('0x2')
  })

  test('asks the next node after a refused connection', async () => {
    expect(await answerOfSecond({ url: 'http://127.0.0.1:9/' })).toBe('0x2')
  })

  test('asks the next node after a redirect, which could lead to any host', async () => {
    const node = await startBrokenRpcNode((response) =>
      response.writeHead(302, { Location: 'http://127.0.0.1:9/' }).end(),
    )
    expect(await answerOfSecond(node)).toBe('0x2')
  })

  test('asks the next node after a timeout, within the timeout of the modal', async () => {
    const node = await startBrokenRpcNode(() => undefined)
    const start = performance.now()
    expect(await answerOfSecond(node)).toBe('0x2')
    expect(performance.now() - start).toBeLessThan(9_500)
  })
})

test("returns the first node's error if every node lacks a method", async () => {
  const app = await serve(
    await startRpcNode(answerRpcError(-32601, 'no such method')),
    await startRpcNode(answerRpcError(-32601, 'nor here')),
  )
  expect((await ask(app, call('eth_getBlockReceipts'))).json.error).toEqual({ code: -32601, message: 'no such method' })
})

test('answers an RPC request with an error if no node is reachable', async () => {
  const { status, json } = await ask(await serve({ url: 'http://127.0.0.1:9/' }), call('eth_chainId'))
  expect(status).toBe(200)
  expect(json.error).toEqual({ code: -32002, message: 'The requested resource is not available' })
})

test('returns the hash of a transaction that an earlier node already broadcast', async () => {
  const first = await startBrokenRpcNode((response) => response.writeHead(504).end())
  const second = await startRpcNode(answerRpcError(-32000, 'already known'))
  const { json } = await ask(await serve(first, second), call('eth_sendRawTransaction', 1, ['0x02f8']))
  expect(json.result).toBe(keccak256('0x02f8'))
})

describe('filters of a network with several nodes', () => {
  /** Starts two nodes that give their filters the same id, as nodes do that count. The first one has no log filters. */
  const serveFilters = async () => {
    const [first, second] = await Promise.all(
      ['first', 'second'].map((name) =>
        startRpcNode((request) => {
          if (name === 'first' && request.method === 'eth_newFilter') return answerRpcError(-32601, 'none')(request)
          return answerRpcResult(request.method.startsWith('eth_new') ? '0x0' : name)(request)
        }),
      ),
    )
    if (!first || !second) throw new Error('no nodes')
    return { first, second, processes: [await serve(first, second), await serve(first, second)] as const }
  }

  test('reads and removes a filter at the node that created it, also through another server process', async () => {
    const { second, processes } = await serveFilters()
    const [one, other] = processes
    const { result: id } = (await ask(one, call('eth_newFilter', 1, [{}]))).json
    expect(id).toMatch(/^0x[1-9a-f][0-9a-f]*$/)
    for (const method of ['eth_getFilterChanges', 'eth_getFilterLogs', 'eth_uninstallFilter'])
      expect((await ask(other, call(method, 2, [id]))).json.result).toBe('second')
    expect(second.calls.at(-1)).toMatchObject({ method: 'eth_uninstallFilter', params: ['0x0'] })
  })

  test('reads the filters of a batch each at its own node', async () => {
    const { processes } = await serveFilters()
    const [one, other] = processes
    const ids = (await ask(one, [call('eth_newFilter', 1, [{}]), call('eth_newBlockFilter', 2)])).json
    const reads = ids.map(({ result }: { result: string }, id: number) => call('eth_getFilterChanges', id, [result]))
    const batch = (await ask(other, [...reads, call('eth_chainId', 9)])).json
    expect(batch.map(({ result }: { result: string }) => result).slice(0, 2)).toEqual(['second', 'first'])
    expect(batch).toHaveLength(3)
  })

  test('passes other parameters and unknown filter ids on as they are', async () => {
    const { first, second, processes } = await serveFilters()
    for (const [method, params] of [
      ['eth_getBlockByNumber', ['0x10100', false]],
      ['eth_getFilterChanges', ['0x1ff1']],
      ['eth_getFilterChanges', [{ toString: 1 }]],
    ] as const) {
      await ask(processes[0], call(method, 1, params as unknown as unknown[]))
      expect([...first.calls, ...second.calls].filter((sent) => sent.method === method).at(-1)?.params).toEqual(params)
    }
  })
})
