import { beforeEach, expect, test, vi } from 'vitest'
import { answerAll, connect, greeting, openRelay, openSite, openWallet } from './test/peers.ts'

/** As in a browser: the library hands the core that a document has to each client of that document. */
beforeEach(() => {
  vi.stubEnv('DISABLE_GLOBAL_CORE', 'false')
  vi.spyOn(console, 'warn')
})

test('5. a client that was closed leaves nothing to the one after it', async () => {
  const relay = await openRelay()
  const wallet = await openWallet(relay)
  answerAll(wallet)
  const first = await openSite(relay)
  await connect(first, wallet)
  await first.close()
  // Its storage is its own, and empty: what it knew of the session would come from the old core.
  const second = await openSite(relay)
  expect(second.session()).toBeNull()
  await connect(second, wallet)
  expect(await second.request('eip155:1', greeting)).toBe('0x5157')
  expect(console.warn).not.toHaveBeenCalled()
})
