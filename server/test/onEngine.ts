import { beforeAll, test } from 'vitest'
import type { Database } from '../src/database/open.ts'
import type { DatabaseEngine } from './database.ts'
import { makeWalletOwner } from './owner.ts'
import { makeWalletServer, type WalletServer } from './walletServer.ts'

/** Sets up a server with a new database of one engine, for tests inside `describe.each(databaseEngines)`. */
export const setUpServerOnEngine = ({ open, skip }: DatabaseEngine) => {
  // `beforeAll` fills this object, so only the tests themselves may read it.
  const on = {} as { database: Database; server: WalletServer }
  beforeAll(async () => {
    if (skip) return
    const { database } = await open()
    on.database = database
    on.server = await makeWalletServer(async () => database)
  })
  const owner = () => makeWalletOwner(on.server, on.database)
  return Object.assign(on, { it: test.skipIf(skip), owner, begin: async () => (await owner()).browser() })
}

export const failedAnswer = (status: number, code: string) => ({ status, body: { code } })
