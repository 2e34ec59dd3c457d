import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { count } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { makeMigratedDump } from '../../build/migratedDump.ts'
import { databaseEngines, openTestDatabase, walletMigrationsFolder } from '../../test/database.ts'
import { makeTestFolder, silentLog } from '../../test/parts.ts'
import { recognisedBrowsers, users } from './accountTables.ts'
import { openDatabaseInBackground } from './background.ts'
import { auditEvents } from './eventTables.ts'
import { flows } from './flowTables.ts'
import { openDatabaseFolder } from './folder.ts'
import { loginChallenges, mailboxFailures, rateCounters } from './loginTables.ts'
import { openDatabase } from './open.ts'
import { sessions, sessionTokens, usedDpopProofs } from './sessionTables.ts'
import { signedOutSessions, usedNonces } from './signInTables.ts'
import { removeStaleRows } from './staleRows.ts'

// A new embedded database takes seconds of processor time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

describe.each(databaseEngines)('the database on $name: transactions and stale rows', ({ open, skip }) => {
  const dayMs = 24 * 60 * 60_000
  const now = 1_000 * dayMs

  test.skipIf(skip)('removes the expired rows of all tables and keeps all other rows', async () => {
    const { database } = await open()
    const userId = randomUUID()
    await database.insert(users).values({ id: userId, createdAt: 0 })
    const session = (endsAt: number) => ({
      id: randomUUID(),
      userId,
      thumbprint: 't',
      projectId: 'shop',
      host: 'https://shop.example',
      browser: 'b',
      createdAt: 0,
      lastUsedAt: 0,
      authTime: 0,
      endsAt,
    })
    const [old, live] = [session(now - 31 * dayMs), session(now + dayMs)]
    await database.insert(sessions).values([old, live])
    await database.insert(sessionTokens).values([
      { hash: 'old', sessionId: old.id, kind: 'refresh', endsAt: now },
      { hash: 'access', sessionId: live.id, kind: 'access', endsAt: now - dayMs },
      { hash: 'live', sessionId: live.id, kind: 'refresh', endsAt: now + dayMs, usedAt: now },
    ])
    await database.insert(usedDpopProofs).values([
      { hash: 'old', endsAt: now - 1 },
      { hash: 'live', endsAt: now + 1 },
    ])
    await database.insert(rateCounters).values([
      { key: 'a', endsAt: now - 1, count: 1 },
      { key: 'a', endsAt: now + 1, count: 1 },
    ])
    await database.insert(mailboxFailures).values([
      { key: 'nothing', failures: 0 },
      { key: 'failed', failures: 3 },
    ])

    const login = (id: string, createdAt: number): typeof loginChallenges.$inferInsert => ({
      ...{ id, createdAt, addressMac: 'm', bucketMac: 'm', sealedAddress: 's', thumbprint: 't', projectId: 'shop' },
      ...{ host: 'https://shop.example', locale: 'en', browser: 'b', location: '', state: 'VERIFY_OTP', resendAt: 0 },
      ...{ codeEndsAt: 0, codeKind: 'short', tries: 0 },
    })
    const [oldId, liveId] = [randomUUID(), randomUUID()]
    await database.insert(loginChallenges).values([login(oldId, now - dayMs - 1), login(liveId, now - dayMs + 1)])
    const request = { iv: 'i', data: 'd' }
    await database.insert(flows).values([
      { id: 'old', sessionId: live.id, request, endsAt: now - 1 },
      { id: 'live', sessionId: live.id, request, endsAt: now + 1 },
      { id: 'of an ended session', sessionId: old.id, request, endsAt: now + 1 },
    ])
    await database.insert(recognisedBrowsers).values([
      { userId, thumbprint: 'old', recognisedUntil: now - 1 },
      { userId, thumbprint: 'live', recognisedUntil: now + 1 },
    ])
    await database.insert(auditEvents).values([
      { id: oldId, kind: 'signed in', at: now - 401 * dayMs },
      { id: liveId, kind: 'signed in', at: now - 399 * dayMs },
    ])

    const signInRows = [now - 10 * 60_000 - 1, now - 10 * 60_000].map((endsAt) => ({ name: String(endsAt), endsAt }))
    await database.insert(usedNonces).values(signInRows.map(({ name, endsAt }) => ({ nonce: name, endsAt })))
    await database.insert(signedOutSessions).values(signInRows.map(({ name, endsAt }) => ({ id: name, endsAt })))

    await removeStaleRows(database, now)

    expect(await database.select({ endsAt: usedNonces.endsAt }).from(usedNonces)).toEqual([
      { endsAt: now - 10 * 60_000 },
    ])
    expect(await database.select({ endsAt: signedOutSessions.endsAt }).from(signedOutSessions)).toEqual([
      { endsAt: now - 10 * 60_000 },
    ])
    expect(await database.select({ id: loginChallenges.id }).from(loginChallenges)).toEqual([{ id: liveId }])
    expect(await database.select({ id: flows.id }).from(flows)).toEqual([{ id: 'live' }])
    expect(await database.select({ thumbprint: recognisedBrowsers.thumbprint }).from(recognisedBrowsers)).toEqual([
      { thumbprint: 'live' },
    ])
    expect(await database.select({ id: auditEvents.id }).from(auditEvents)).toEqual([{ id: liveId }])

    expect(await database.select({ hash: sessionTokens.hash }).from(sessionTokens)).toEqual([{ hash: 'live' }])
    expect(await database.select({ id: sessions.id }).from(sessions)).toEqual([{ id: live.id }])
    expect(await database.select({ hash: usedDpopProofs.hash }).from(usedDpopProofs)).toEqual([{ hash: 'live' }])
    expect(await database.select({ endsAt: rateCounters.endsAt }).from(rateCounters)).toEqual([{ endsAt: now + 1 }])
    expect(
      (await database.select({ key: mailboxFailures.key }).from(mailboxFailures)).map(({ key }) => key).sort(),
    ).toEqual(['failed'])
  })

  test.skipIf(skip)('rolls back a failed transaction', async () => {
    const { database } = await open()
    await expect(
      database.transaction(async (transaction) => {
        await transaction.insert(users).values({ id: randomUUID(), createdAt: 0 })
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await database.select({ rows: count() }).from(users)).toEqual([{ rows: 0 }])
    expect(await database.select().from(loginChallenges)).toEqual([])
  })
})

test('the embedded database keeps rows across a restart, in a folder that only this user may read', async () => {
  const folder = join(await makeTestFolder(), 'wallet-db')
  const first = await openDatabase({ folder }, walletMigrationsFolder)
  await first.database.insert(users).values({ id: randomUUID(), createdAt: 7 })
  await first.close()
  const second = await openDatabase({ folder }, walletMigrationsFolder)
  expect(await second.database.select({ at: users.createdAt }).from(users)).toEqual([{ at: 7 }])
  await second.close()
})

test('removes the database that an aborted start left unfinished, and the lock of an earlier version', async () => {
  const parent = await makeTestFolder()
  const folder = join(parent, 'wallet-db')
  await mkdir(`${folder}.new`)
  await writeFile(`${folder}.new/PG_VERSION`, '17')
  await writeFile(`${folder}.lock`, '4711')
  const { database, close } = await openDatabase({ folder }, walletMigrationsFolder)
  expect(await database.select({ rows: count() }).from(users)).toEqual([{ rows: 0 }])
  await close()
  expect(await readdir(parent)).toEqual(['wallet-db'])
})

test('does not use an embedded database that another process takes over during the start', async () => {
  const folder = join(await makeTestFolder(), 'wallet-db')
  const dump = new Blob([await readFile(await makeMigratedDump(walletMigrationsFolder))])
  const { close } = await openDatabaseFolder(folder, dump)
  await close()
  const onLost = vi.fn()
  const opening = openDatabaseFolder(folder, undefined, onLost)
  opening.catch(() => undefined)
  await vi.waitFor(() => readFile(`${folder}.lease`), { interval: 1 })
  await writeFile(`${folder}.lease.other`, 'another process')
  await rename(`${folder}.lease.other`, `${folder}.lease`)
  await expect(opening).rejects.toMatchObject({ code: 'DATABASE_LEASE_LOST' })
  expect(onLost).toHaveBeenCalledTimes(1)
})

test('reports an unreachable database without waiting, and retries after a pause', async () => {
  let time = 0
  const real = await openTestDatabase()
  let working = false
  let tries = 0
  const background = openDatabaseInBackground(
    async () => {
      tries += 1
      if (!working) throw Object.assign(new Error('secret host'), { code: 'ECONNREFUSED' })
      return real
    },
    silentLog,
    () => time,
  )
  await expect(background.database()).rejects.toMatchObject({ code: 'RESOURCE_UNAVAILABLE' })
  await expect(background.database()).rejects.toMatchObject({ code: 'RESOURCE_UNAVAILABLE' })
  expect(tries).toBe(1)
  working = true
  time = 2_000
  expect(await background.database()).toBe(real.database)
})
