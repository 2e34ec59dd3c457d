import { SignClient } from '@walletconnect/sign-client'
import { IDBFactory } from 'fake-indexeddb'
import { expect, test, vi } from 'vitest'
import { fixSignClientEngine } from './engineFixes.ts'
import { openClientStorage } from './storage.ts'

/** Vitest fails the test if a rejection stays unhandled. */
test('ignores a relay message that ends an unknown session', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  const client = await SignClient.init({
    relayUrl: 'wss://relay.example',
    projectId: 'demo',
    storage: openClientStorage('test'),
    telemetryEnabled: false,
    logger: 'silent',
  })
  fixSignClientEngine(client)
  const engine = client.engine as unknown as { onSessionDeleteRequest(topic: string, payload: object): Promise<void> }
  await expect(engine.onSessionDeleteRequest('aa'.repeat(32), { id: 1, params: {} })).resolves.toBeUndefined()
  await new Promise((resolve) => setTimeout(resolve))
  client.core.heartbeat.stop()
})
