import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createPostgresDatabase, postgresSkipReason, walletMigrationsFolder } from '../../test/database.ts'
import { dumpRows } from '../../test/dump.ts'
import { logInBrowser } from '../../test/owner.ts'
import { makeTestFolder, walletOrigin } from '../../test/parts.ts'
import { makeWalletClient, makeWalletServer } from '../../test/walletServer.ts'
import { users } from './accountTables.ts'
import { readEmptyDatabaseDump } from './dump.ts'
import { moveDatabase } from './moveDatabase.ts'
import { openDatabase } from './open.ts'

// A new embedded database takes seconds of processor time.
vi.setConfig({ testTimeout: 120_000 })

const root = randomBytes(32)
const open = async (source: Parameters<typeof openDatabase>[0]) => {
  const opened = await openDatabase(source, walletMigrationsFolder)
  let isOpen = true
  const close = async () => {
    if (isOpen) await opened.close()
    isOpen = false
  }
  onTestFinished(close)
  return { ...opened, close, server: await makeWalletServer(async () => opened.database, { root }) }
}

/** Makes an embedded database with an account that has a wallet, and closes it. */
const makeEmbedded = async () => {
  const folder = join(await makeTestFolder(), 'wallet-db')
  const { database, server, close } = await open({ folder, ...(await readEmptyDatabaseDump()) })
  const target = { ask: server.ask }
  const client = await makeWalletClient((...request) => target.ask(...request), { origin: walletOrigin, ...server })
  const { tokens, session: first } = await client.signIn('ann@shop.example')
  const browser = await logInBrowser(server, database, first.userId, { client })
  await browser.makeWallet('guardian')
  const { body: session } = await client.call('GET', 'session', { token: tokens.accessToken })
  expect(session.wallet.status).toBe('active')
  // More rows than are copied at once, with the largest numbers that JavaScript keeps exact.
  const values = Array.from({ length: 1_203 }, (_, index) => ({ id: randomUUID(), createdAt: 2 ** 53 - index }))
  await database.insert(users).values(values)
  const rows = await dumpRows(database)
  await close()
  return { folder, rows, client, target, time: server.time, tokens, session }
}

describe.skipIf(postgresSkipReason !== null)('moving the embedded database to PostgreSQL', () => {
  test('copies every row unchanged, so that sessions and wallets still open', async () => {
    const { folder, rows, client, target, time, tokens, session } = await makeEmbedded()
    const { url } = await createPostgresDatabase()
    const moved = await moveDatabase(folder, url, walletMigrationsFolder)
    const { database, server } = await open({ url })
    const sorted = (dump: string) => dump.split('\n').toSorted()
    expect(sorted(await dumpRows(database))).toEqual(sorted(rows))
    expect(moved).toBe(rows.split('\n').length - 1)
    server.time.now = time.now
    target.ask = server.ask
    expect((await client.call('GET', 'session', { token: tokens.accessToken })).body).toEqual(session)
  })

  test('refuses a PostgreSQL that has rows, and copies nothing', async () => {
    const { folder } = await makeEmbedded()
    const { url } = await createPostgresDatabase()
    const { database } = await open({ url })
    await database.insert(users).values({ id: randomUUID(), createdAt: 1 })
    await expect(moveDatabase(folder, url, walletMigrationsFolder)).rejects.toMatchObject({
      code: 'DATABASE_NOT_MOVED',
      message: expect.stringContaining('already has rows in the table users'),
    })
    expect((await dumpRows(database)).split('\n')).toHaveLength(2)
  })

  test('leaves the PostgreSQL empty if a row can not be copied', async () => {
    const { folder } = await makeEmbedded()
    const { url } = await createPostgresDatabase()
    const { database } = await open({ url })
    await database.execute(sql`alter table users add constraint few check (created_at < 100)`)
    await expect(moveDatabase(folder, url, walletMigrationsFolder)).rejects.toThrow()
    expect(await dumpRows(database)).toBe('')
  })

  test('refuses an embedded database that a server uses', async () => {
    const { folder } = await makeEmbedded()
    await open({ folder })
    const { url } = await createPostgresDatabase()
    await expect(moveDatabase(folder, url, walletMigrationsFolder)).rejects.toMatchObject({ code: 'DATABASE_IN_USE' })
  })
})

test('names a folder without an embedded database', async () => {
  const folder = join(await makeTestFolder(), 'wallet-db')
  await expect(moveDatabase(folder, 'postgres://127.0.0.1:1/wallet', walletMigrationsFolder)).rejects.toMatchObject({
    code: 'DATABASE_NOT_MOVED',
    message: `There is no embedded database in ${folder}.`,
  })
})
