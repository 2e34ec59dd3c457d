import { expect, test, vi } from 'vitest'
import { walletOrigin } from '../../../test/parts.ts'
import { makeWalletServer } from '../../../test/walletServer.ts'

test("serves the secure frame's documents and scripts without opening the database", async () => {
  const open = vi.fn(async () => {
    throw new Error('The documents need no database.')
  })
  const { app } = await makeWalletServer(open)
  const ask = async (path: string) => {
    const response = await app.request(walletOrigin + path)
    return { status: response.status, text: await response.text() }
  }

  expect((await ask('/assets/evil-abc123.js')).status).toBe(404)
  const script = await ask('/assets/main-def456.js')
  expect([script.status, script.text]).toEqual([200, expect.stringContaining('secure secure')])
  for (const path of ['/s/shop/', '/vault/shop']) expect([path, (await ask(path)).status]).toEqual([path, 200])
  expect(open).not.toHaveBeenCalled()
})
