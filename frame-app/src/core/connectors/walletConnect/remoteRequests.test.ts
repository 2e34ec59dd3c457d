import { createStore } from 'jotai/vanilla'
import { expect, test } from 'vitest'
import { sentTransactionAtom } from '../../state/sentTransaction.ts'
import { createRemoteRequestHandler } from './remoteRequests.ts'

type Parts = Parameters<typeof createRemoteRequestHandler>[1]

test('notes the answer of a phone to a transaction, and to no other request', async () => {
  const store = createStore()
  const granted = { eip155: { accounts: [], methods: ['personal_sign', 'eth_sendTransaction'] } }
  const parts = {
    client: {
      session: () => ({ granted }),
      request: async (_: string, { method }: { method: string }) => `to ${method}`,
    },
    status: { activeIn: () => ({ caipNetworkId: 'eip155:1', addresses: [] }) },
    waiting: { during: (_: unknown, answer: Promise<unknown>) => answer },
  } as unknown as Parts
  const request = createRemoteRequestHandler({ store }, parts)
  expect(await request('eip155', { method: 'personal_sign', params: [] })).toBe('to personal_sign')
  expect(store.get(sentTransactionAtom)).toBeNull()
  await request('eip155', { method: 'eth_sendTransaction', params: [{}] })
  expect(store.get(sentTransactionAtom)).toEqual({ answer: 'to eth_sendTransaction', caipNetworkId: 'eip155:1' })
})
