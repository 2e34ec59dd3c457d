import { readTimeoutMs } from '@appkit-frame/loader/protocol/wire/timings.ts'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { answerRpcError, answerRpcResult, startRpcNode } from '../../test/rpcNode.ts'
import { createNetworkNodes } from './nodes.ts'

/** The time limit of a request for all nodes together. */
const wholeMs = readTimeoutMs - 500
let at = 0
beforeEach(() => {
  at = 0
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => void vi.useRealTimers())

const wait = (ms: number) => {
  at += ms
  vi.advanceTimersByTime(ms)
}
type Node = Awaited<ReturnType<typeof startRpcNode>>
const methodsOf = ({ calls }: Node) => calls.map(({ method }) => method)
/**
 * Returns the methods that a node received. Sends an extra request first, so that all earlier requests have arrived.
 */
const requestsOf = async (node: Node) => {
  await fetch(node.url, { method: 'POST', body: JSON.stringify({ id: 0, method: 'last' }) })
  return methodsOf(node)
}
const ask = (nodes: ReturnType<typeof createNetworkNodes>) =>
  nodes.ask([{ id: 1, method: 'eth_chainId' }], new AbortController().signal)

test('pings the nodes of a network every four seconds until a minute after its last use', async () => {
  const one = await startRpcNode(answerRpcResult(true))
  const two = await startRpcNode(answerRpcError(-32601, 'no such method'))
  const nodes = createNetworkNodes([one.url, two.url], () => at)
  wait(8_000)
  expect(await requestsOf(two)).toEqual(['last'])
  await ask(nodes)
  wait(4_000)
  await expect.poll(() => [one, two].map((node) => methodsOf(node).at(-1))).toEqual(['net_listening', 'net_listening'])
  wait(60_000)
  const before = await requestsOf(two)
  wait(60_000)
  expect(await requestsOf(two)).toEqual([...before, 'last'])
})

test('a network with only one node gets no pings', async () => {
  const node = await startRpcNode(answerRpcResult(true))
  await ask(createNetworkNodes([node.url], () => at))
  wait(8_000)
  expect(await requestsOf(node)).toEqual(['eth_chainId', 'last'])
})

test('asks a node that stopped answering only after the other nodes', async () => {
  const good = await startRpcNode(answerRpcResult('good'))
  const nodes = createNetworkNodes(['http://127.0.0.1:9/', good.url], () => at)
  await ask(nodes)
  await ask(nodes)
  expect(good.calls.length).toBe(2)
})

test.each([
  ['all of the time, because no other node has the filter', ['eth_getFilterLogs'], wholeMs],
  ['a share of the time, if another request may need the other nodes', ['eth_getFilterLogs', 'eth_call'], wholeMs / 4],
])('gives the node of a filter %s', async (_, methods, limitMs) => {
  const given = vi.spyOn(AbortSignal, 'timeout')
  onTestFinished(() => given.mockRestore())
  const node = await startRpcNode(answerRpcResult('found'))
  const closed = ['http://127.0.0.1:9/1', 'http://127.0.0.1:9/2', 'http://127.0.0.1:9/3']
  const nodes = createNetworkNodes([...closed, node.url], () => at)
  const requests = methods.map((method, id) => ({ id, method, params: ['0x1037'] }))
  const answers = await nodes.ask(requests, new AbortController().signal)
  expect(answers).toMatchObject(methods.map(() => ({ result: 'found' })))
  expect(given.mock.calls[0]).toEqual([limitMs])
})

test('keeps the rank of a node whose request was aborted because the visitor left', async () => {
  const slow = await startRpcNode(answerRpcResult('slow'))
  const other = await startRpcNode(answerRpcResult('other'))
  const nodes = createNetworkNodes([slow.url, other.url], () => at)
  await nodes.ask([{ id: 1, method: 'eth_chainId' }], AbortSignal.abort())
  const [answer] = await ask(nodes)
  expect(answer).toMatchObject({ result: 'slow' })
})

test.each([
  ['an object that cannot be converted to text', { toString: 1, valueOf: 1 }],
  ['a deeply nested list', JSON.parse('['.repeat(3_000) + ']'.repeat(3_000))],
])('forwards %s as a parameter', async (_, parameter) => {
  const node = await startRpcNode(answerRpcResult('fine'))
  const nodes = createNetworkNodes([node.url], () => at)
  const [answer] = await nodes.ask([{ id: 1, method: 'eth_call', params: [parameter] }], new AbortController().signal)
  expect(answer).toMatchObject({ result: 'fine' })
})

test.each([
  ['a key in the query', 'no such key: 12/ab+34=='],
  ['a URL-encoded key in the query', 'no such key: 12%2Fab%2B34%3D%3D'],
  ['a key in the query with escapes in lower case', 'no such key: 12%2fab%2b34%3d%3d'],
  ['a key in the query with unusual escapes', 'no such key: 12/ab%2B34=='],
  ['a query without a name', 'no such key: query-key-1'],
  ['a user name', 'no such key: user name'],
  ['a URL-encoded user name', 'no such key: user%20name'],
  ['a password', 'no such key: pass:1'],
  ['a URL-encoded password', 'no such key: pass%3A1'],
  ['a key in the path', 'no such key: path/key+0123456789'],
  ['a URL-encoded key in the path', 'no such key: path%2Fkey+0123456789'],
])('hides %s from an error in which a node quotes only this part of its URL', async (_, message) => {
  const node = await startRpcNode(answerRpcError(3, message))
  const { host } = new URL(node.url)
  const nodes = createNetworkNodes(
    [
      `http://${host}/path%2Fkey+0123456789?apikey=12/ab%2B34==&query-key-1&v=2`,
      // `fetch` refuses a URL with a user name. So the error message with this URL's parts comes from the other node.
      'http://user%20name:pass%3A1@127.0.0.1:9/',
    ],
    () => at,
  )
  const [answer] = await ask(nodes)
  expect(answer).toMatchObject({ error: { code: 3, message: 'no such key: …' } })
})

test("keeps short query values, such as a chain's name, in the message of a node", async () => {
  const node = await startRpcNode(answerRpcError(3, 'error 2 of chain main'))
  const [answer] = await ask(createNetworkNodes([`${node.url}?v=2&chain=main`], () => at))
  expect(answer).toMatchObject({ error: { message: 'error 2 of chain main' } })
})

test("hides a node's key in the data of an error, and keeps hexadecimal data", async () => {
  const data = { reason: 'no such key: secret-key', revert: '0x00123456', list: [1, null, 'secret-key'] }
  const node = await startRpcNode(answerRpcError(3, 'no', data))
  const [answer] = await ask(createNetworkNodes([`${node.url}?key=secret-key&chain=123456`], () => at))
  expect(answer).toEqual({
    jsonrpc: '2.0',
    id: 1,
    error: { code: 3, message: 'no', data: { reason: 'no such key: …', revert: '0x00123456', list: [1, null, '…'] } },
  })
})
