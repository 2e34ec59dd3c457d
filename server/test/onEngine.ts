import { beforeAll, test } from 'vitest'
import type { Database } from '../src/database/open.ts'
import type { Engine } from './database.ts'
import { makeOwner } from './owner.ts'
import { makeWalletServer, type WalletServer } from './walletServer.ts'

/** Sets up a server with a new database of one engine, for tests inside `describe.each(engines)`. */
export const onEngine = ({ open, skip }: Engine) => {
  // `beforeAll` fills this object, so only the tests themselves may read it.
  const on = {} as { database: Database; server: WalletServer }
  beforeAll(async () => {
    if (skip) return
    const { database } = await open()
    on.database = database
    on.server = await makeWalletServer(async () => database)
  })
  const owner = () => makeOwner(on.server, on.database)
  return Object.assign(on, { it: test.skipIf(skip), owner, begin: async () => (await owner()).browser() })
}

export const failure = (status: number, code: string) => ({ status, body: { code } })
