import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { databaseEngines, openTestDatabase } from '../../test/database.ts'
import { guardianMigrationsFolder, makeTestGuardian } from '../../test/guardian.ts'
import { makeTestKey } from '../../test/secrets.ts'
import { OperatorError } from '../config/operatorError.ts'
import { openSecrets, type Secrets } from '../config/secrets.ts'
import { sealedGuardianRows } from '../guardian/enrolments.ts'
import { sealedWalletRows } from '../wallet/account/identityAddress.ts'
import { identities, users } from './accountTables.ts'
import { checkSealingKeys, endOnWrongKey } from './keyChecks.ts'
import { keyChecks } from './keyTables.ts'
import type { Database } from './open.ts'

// A new database is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const secretsOf = (...keys: string[]) => openSecrets('/nowhere', keys.join())
const idOf = async (key: string) => (await secretsOf(key)).keyIds.mac
const check = (database: Database, secrets: Secrets) => checkSealingKeys(database, { secrets, ...sealedWalletRows }, 7)

const addAccount = async (database: Database, secrets: Secrets) => {
  const row = { id: randomUUID(), userId: randomUUID() }
  const address = `${row.id}@shop.example`
  const context = `identities|${row.id}|${row.userId}|address`
  await database.insert(users).values({ id: row.userId, createdAt: 0 })
  await database.insert(identities).values({
    ...{ ...row, provider: 'email', issuer: 'self', createdAt: 0 },
    subject: secrets.mac('address', address),
    sealedAddress: await secrets.seal(new TextEncoder().encode(address), context),
  })
}

const refusal = (message: string) => ({ code: 'KEY_REFUSED', message: expect.stringContaining(message) })

describe.each(databaseEngines)('the key check on $name', ({ open, skip }) => {
  const it = test.skipIf(skip)

  it('refuses a wrong key with the ids of both, and keeps the check', async () => {
    const { database } = await open()
    const [key, other] = [makeTestKey(), makeTestKey()]
    await check(database, await secretsOf(key))
    const [id, otherId] = [await idOf(key), await idOf(other)]
    await expect(check(database, await secretsOf(other))).rejects.toMatchObject(
      refusal(`was written with the key ${id} of WALLET_KEY, but WALLET_KEY holds ${otherId}. `),
    )
    await check(database, await secretsOf(key))
  })

  it('accepts a rotated key, then refuses its keys in another order or without one of them', async () => {
    const { database } = await open()
    const [old, newer, newest] = [makeTestKey(), makeTestKey(), makeTestKey()]
    const ids = await Promise.all([newest, newer, old].map(idOf))
    await check(database, await secretsOf(old))
    await check(database, await secretsOf(newer, old))
    await check(database, await secretsOf(newest, newer, old))
    await expect(check(database, await secretsOf(newest, old, newer))).rejects.toMatchObject(
      refusal(`Put the keys into the order ${ids.join(', ')}.`),
    )
    await expect(check(database, await secretsOf(newest, old))).rejects.toMatchObject(
      refusal(`with the key ${ids[1]} of WALLET_KEY, but WALLET_KEY holds ${ids[0]}, ${ids[2]}.`),
    )
    await expect(check(database, await secretsOf(newest, newer))).rejects.toMatchObject(refusal(`the key ${ids[2]} of`))
  })

  it('checks a database without a check value by its rows, and writes the value only after a row has opened', async () => {
    const { database } = await open()
    const [key, newer, other] = [makeTestKey(), makeTestKey(), makeTestKey()]
    await addAccount(database, await secretsOf(key))
    const rotated = await secretsOf(newer, key)
    await addAccount(database, rotated)
    const refused: [string[], string][] = [
      [[other], 'Without that key its rows do not open.'],
      [[other], 'If it is lost, all accounts are lost: start with an empty database.'],
      [[key], `with the key ${await idOf(newer)} of`],
      [[key, newer], 'did not make the MACs of this database'],
    ]
    for (const [keys, message] of refused) {
      await expect(check(database, await secretsOf(...keys))).rejects.toMatchObject(refusal(message))
      expect(await database.select().from(keyChecks)).toEqual([])
    }
    await check(database, rotated)
    expect(await database.select({ id: keyChecks.keyId }).from(keyChecks).where(eq(keyChecks.use, 'mac'))).toEqual([
      { id: await idOf(key) },
    ])
  })

  it('refuses a database whose rows were changed to name the key', async () => {
    const { database } = await open()
    const [key, other] = [makeTestKey(), makeTestKey()]
    await addAccount(database, await secretsOf(other))
    const [row] = await database.select().from(identities)
    const forged = row?.sealedAddress.replace(await idOf(other), await idOf(key))
    await database.update(identities).set({ sealedAddress: forged })
    await expect(check(database, await secretsOf(key))).rejects.toMatchObject(refusal('No row of this database opens'))
    expect(await database.select().from(keyChecks)).toEqual([])
  })

  it('lets only one of two processes with different keys write a new database', async () => {
    const { database } = await open()
    const results = await Promise.allSettled(
      [makeTestKey(), makeTestKey()].map(async (key) => check(database, await secretsOf(key))),
    )
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

test("checks the guardian's key on enrolments that are older than the check", async () => {
  const { database } = await openTestDatabase(guardianMigrationsFolder)
  const guardian = await makeTestGuardian(undefined, { database })
  const share = makeTestKey()
  await guardian.ask({ kind: 'enrol', walletId: randomUUID(), setId: randomUUID(), email: 'ann@shop.example', share })
  const checkGuardian = async (key: string) =>
    checkSealingKeys(
      database,
      { secrets: await openSecrets('/nowhere', key, 'GUARDIAN_KEY'), ...sealedGuardianRows },
      7,
    )
  await expect(checkGuardian(makeTestKey())).rejects.toMatchObject(refusal('of GUARDIAN_KEY, but GUARDIAN_KEY holds '))
  await expect(checkGuardian(makeTestKey())).rejects.toMatchObject(
    refusal('no wallet can be recovered by e-mail until its owner sets that up again'),
  )
  expect(await database.select().from(keyChecks)).toEqual([])
  await checkGuardian(guardian.root.toString('base64url'))
  expect(await database.select().from(keyChecks)).toHaveLength(2)
})

test('ends the process on a wrong key even if closing the database fails', async () => {
  const [fail, refused] = [vi.fn(), new OperatorError('KEY_REFUSED', 'another key')]
  const opened = {
    database: {} as Database,
    close: async () => {
      throw new Error('closing failed')
    },
  }
  const checking = endOnWrongKey(opened, fail, async () => {
    throw refused
  })
  await expect(checking).rejects.toBe(refused)
  expect(fail.mock.calls).toEqual([[refused]])
})
