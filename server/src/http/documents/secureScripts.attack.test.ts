import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import { walletOrigin } from '../../../test/parts.ts'
import { makeWalletServer } from '../../../test/walletServer.ts'

// The embedded database starts slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const ownScript = '/assets/main-def456.js'
const evilScript = '/assets/evil-abc123.js'
const evil = 'stealKeys()'

test("serves the secure frame's documents and scripts without the database, whatever was planted there", async () => {
  const { database } = await openTestDatabase()
  // Somebody who can write to the database makes tables as a store of builds would have them.
  for (const table of ['assets', 'builds', 'files', 'releases'])
    await database.execute(
      sql`create table ${sql.identifier(table)} as select * from (values
        (${ownScript}, 'text/javascript', ${evil}), (${evilScript}, 'text/javascript', ${evil})) as row (path, type, content)`,
    )
  const open = vi.fn(async () => database)
  const { app } = await makeWalletServer(open)
  const ask = async (path: string) => {
    const response = await app.request(walletOrigin + path)
    return { status: response.status, text: await response.text() }
  }

  expect((await ask(evilScript)).status).toBe(404)
  const script = await ask(ownScript)
  expect([script.status, script.text]).toEqual([200, expect.stringContaining('secure secure')])
  for (const path of ['/s/shop/', '/vault/shop', '/device']) {
    const { status, text } = await ask(path)
    expect([path, status]).toEqual([path, 200])
    expect(text).not.toContain(evil)
  }
  expect(open).not.toHaveBeenCalled()
})
