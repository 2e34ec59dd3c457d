// @vitest-environment happy-dom
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { mockServer } from '../../../test/server.ts'
import { createRpc } from './jsonRpc.ts'

type Call = { id: number; method: string }
const answer = ({ id, method }: Call) =>
  method === 'eth_fail'
    ? { jsonrpc: '2.0', id, error: { code: -32000, message: 'header not found' } }
    : { jsonrpc: '2.0', id, result: method }

const listen = (reply: (calls: Call | Call[]) => unknown) => {
  const bodies: (Call | Call[])[] = []
  mockServer.use(
    http.post('*/v1/', async ({ request }) => {
      const calls = (await request.json()) as Call | Call[]
      bodies.push(calls)
      return HttpResponse.json(reply(calls) as object)
    }),
  )
  return bodies
}

test('batches calls of one event-loop task, and matches answers in any order', async () => {
  const bodies = listen((calls) => (Array.isArray(calls) ? calls.map(answer).reverse() : answer(calls)))
  const rpc = createRpc({ projectId: 'demo' })
  const all = await Promise.allSettled([
    rpc('eip155:1', { method: 'eth_a' }),
    rpc('eip155:1', { method: 'eth_fail' }),
    rpc('eip155:10', { method: 'eth_b' }),
  ])
  expect(all).toMatchObject([
    { value: 'eth_a' },
    { reason: { code: 'UNKNOWN_NODE_ERROR', number: -32000, message: 'header not found' } },
    { value: 'eth_b' },
  ])
  expect(bodies).toHaveLength(2)
})

test("rejects only the call that the node's batch answer omits", async () => {
  listen((calls) => (Array.isArray(calls) ? calls.slice(1).map(answer) : []))
  const rpc = createRpc({ projectId: 'demo' })
  const all = await Promise.allSettled([rpc('eip155:1', { method: 'eth_a' }), rpc('eip155:1', { method: 'eth_b' })])
  expect(all).toMatchObject([{ reason: { code: 'RESOURCE_UNAVAILABLE' } }, { value: 'eth_b' }])
})

test('treats an answer whose error is null as success', async () => {
  listen(() => ({ jsonrpc: '2.0', id: 0, result: '0x1', error: null }))
  expect(await createRpc({ projectId: 'demo' })('eip155:1', { method: 'eth_chainId' })).toBe('0x1')
})

test("resolves with null if the node's result is null", async () => {
  listen(() => ({ jsonrpc: '2.0', id: 0, result: null }))
  expect(await createRpc({ projectId: 'demo' })('eip155:1', { method: 'eth_getBlockByHash' })).toBe(null)
})
