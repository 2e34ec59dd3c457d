import { beforeEach, expect, test, vi } from 'vitest'
import {
  answerEveryRequest,
  connectWallet,
  openSiteClient,
  openTestRelay,
  openTestWallet,
  personalSignRequest,
} from './test/peers.ts'

/** As in a browser, the library reuses one global core for all clients of a document. */
beforeEach(() => {
  vi.stubEnv('DISABLE_GLOBAL_CORE', 'false')
  vi.spyOn(console, 'warn')
})

test('a new client inherits nothing from a closed one', async () => {
  const relay = await openTestRelay()
  const wallet = await openTestWallet(relay)
  answerEveryRequest(wallet)
  const first = await openSiteClient(relay)
  await connectWallet(first, wallet)
  await first.close()
  // The new client's storage is empty, so it could know the session only from the old core.
  const second = await openSiteClient(relay)
  expect(second.session()).toBeNull()
  await connectWallet(second, wallet)
  expect(await second.request('eip155:1', personalSignRequest)).toBe('0x5157')
  expect(console.warn).not.toHaveBeenCalled()
})
