import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  createPostgresDatabase,
  databaseEngines,
  openTestDatabase,
  ownPostgresSkipReason,
  postgresSkipReason,
  walletMigrationsFolder,
} from '../../test/database.ts'
import { modalOrigin, silentLog } from '../../test/parts.ts'
import { startPostgres } from '../../test/postgres.ts'
import { makeWalletServer } from '../../test/walletServer.ts'
import { openDatabaseInBackground } from './background.ts'
import { type Database, openDatabase } from './open.ts'
import { createDatabaseProbe } from './probe.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

type Parts = { database: () => Promise<Database>; readFreeBytes?: () => Promise<number> }

/** Asks the health routes of a server. Its clock goes on with each `/ready/wallet`, and stands still for other routes. */
const makeHealth = async ({ database, readFreeBytes }: Parts) => {
  const log = { write: vi.fn(), flush: () => undefined }
  let time = 0
  const probe = createDatabaseProbe({ database, readFreeBytes, log, now: () => time, clock: Date.now })
  const server = await makeWalletServer(database, { parts: { probe } })
  const ask = async (path: string) => {
    if (path === '/ready/wallet') time += 60_000
    const response = await server.app.request(`${modalOrigin}${path}`)
    return [response.status, await response.json()]
  }
  return { ask, log }
}

const ready = [200, { status: 'ready' }]
const expectMissing = async ({ ask }: Awaited<ReturnType<typeof makeHealth>>, reason: string) => {
  const missing = [{ part: 'database', reason }]
  expect(await ask('/ready/wallet')).toEqual([503, { status: 'not ready', missing }])
  expect(await ask('/ready')).toEqual([200, { status: 'ready', missing }])
  expect(await ask('/health')).toEqual([200, { status: 'ok' }])
}

describe.each(databaseEngines)('the health routes on $name', ({ open, skip }) => {
  const it = test.skipIf(skip)

  it('answer ready while the database takes a row, and name a full disk', async () => {
    const { database } = await open()
    const health = await makeHealth({ database: async () => database })
    expect([await health.ask('/ready/wallet'), await health.ask('/ready')]).toEqual([ready, ready])
    await database.execute(`create function refuse() returns trigger as
      $$ begin raise exception using errcode = 'disk_full'; end $$ language plpgsql`)
    await database.execute('create trigger refuse before insert on counts execute function refuse()')
    await expectMissing(health, 'FULL')
    await database.execute('drop trigger refuse on counts')
    expect(await health.ask('/ready/wallet')).toEqual(ready)
    expect(health.log.write.mock.calls).toEqual([['disk is full', { part: 'database' }]])
  })
})

test('the health routes name an embedded database whose disk is nearly full', async () => {
  const { database } = await openTestDatabase()
  let free = 10 * 1024 * 1024
  const health = await makeHealth({ database: async () => database, readFreeBytes: async () => free })
  await expectMissing(health, 'FULL')
  free = 1024 ** 3
  expect(await health.ask('/ready/wallet')).toEqual(ready)
})

test('the health routes name a database that is still being made', async () => {
  const health = await makeHealth({ database: () => new Promise(() => undefined) })
  await expectMissing(health, 'OPENING')
})

const openAt = (url: string) => {
  const background = openDatabaseInBackground(
    () => openDatabase({ url }, walletMigrationsFolder),
    silentLog,
    () => performance.now(),
  )
  onTestFinished(background.close)
  return makeHealth({ database: background.database })
}
const waitUntilReady = ({ ask }: Awaited<ReturnType<typeof makeHealth>>) =>
  vi.waitFor(async () => expect(await ask('/ready/wallet')).toEqual(ready), 30_000)

describe.skipIf(postgresSkipReason !== null)('the health routes on a PostgreSQL', () => {
  test('name a read-only database', async () => {
    const { url, run } = await createPostgresDatabase()
    const { close } = await openDatabase({ url }, walletMigrationsFolder)
    await close()
    await run(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`)
    await expectMissing(await openAt(url), 'READ_ONLY')
  })

  test('name a database that does not answer, and answer again afterwards', async () => {
    const { url } = await createPostgresDatabase()
    const health = await openAt(url)
    await waitUntilReady(health)
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    await other.query('begin; lock table counts')
    await expectMissing(health, 'NO_ANSWER')
    await other.end()
    await waitUntilReady(health)
  })

  test.each([
    ['does not exist', (url: string) => `${url}_missing`],
    ['refuses the user', (url: string) => url.replace(/\/\/\w+/, '//stranger')],
  ])('name a database that %s', async (_, change) => {
    const { url } = await createPostgresDatabase()
    await expectMissing(await openAt(change(url)), 'ACCESS_DENIED')
  })
})

describe.skipIf(ownPostgresSkipReason !== null)('the health routes on a PostgreSQL that fails', () => {
  const start = async () => {
    const postgres = await startPostgres()
    onTestFinished(postgres.stop)
    return postgres
  }

  test('name a database that stops while the server runs, and answer again when it is back', async () => {
    const { url, halt, resume } = await start()
    const health = await openAt(url)
    await waitUntilReady(health)
    await halt()
    await expectMissing(health, 'UNREACHABLE')
    await resume()
    await waitUntilReady(health)
  })

  test('name a database that freezes while the server runs, and answer again when it goes on', async () => {
    const { url, signal } = await start()
    const health = await openAt(url)
    await waitUntilReady(health)
    signal('SIGSTOP')
    onTestFinished(() => signal('SIGCONT'))
    await expectMissing(health, 'NO_ANSWER')
    signal('SIGCONT')
    await waitUntilReady(health)
  })

  test('name a database that refuses the password', async () => {
    const { url } = await start()
    const { password } = new URL(url)
    await expectMissing(await openAt(url.replace(`:${password}@`, ':wrong@')), 'ACCESS_DENIED')
  })
})
