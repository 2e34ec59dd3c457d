import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openClient } from './client.ts'

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
})

const open = async (hostOrigin: string) => {
  const client = await openClient({
    // The test never connects to the relay.
    settings: { projectId: 'demo', relayUrl: 'wss://relay.example' },
    projectName: 'Shop',
    hostOrigin,
    onSession: () => {},
    onEvent: () => {},
  })
  onTestFinished(() => client.close())
  return client
}

test('separates the stored data of two origins of one site', async () => {
  const shop = await open('https://shop.example')
  await shop.claim('tab')
  expect(await shop.isClaimedBy('tab')).toBe(true)
  const blog = await open('https://blog.shop.example')
  expect(await blog.isClaimedBy('tab')).toBe(false)
})
