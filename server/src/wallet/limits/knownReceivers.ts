import { randomUUID } from 'node:crypto'
import type { KnownReceiver, ReceiverNames } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Secrets } from '../../config/secrets.ts'
import { knownReceivers } from '../../database/limitTables.ts'
import type { Database } from '../../database/open.ts'
import type { Session } from '../sessions/sessions.ts'

type Owner = Pick<Session, 'userId'>
type Receiver = { chainId: string; address: string }
type StoredReceiver = typeof knownReceivers.$inferSelect

/** The condition that a row is this receiver of this visitor. An address belongs to one network. */
export const isKnownReceiver = ({ userId }: Owner, { chainId, address }: Receiver) =>
  and(eq(knownReceivers.userId, userId), eq(knownReceivers.chainId, chainId), eq(knownReceivers.address, address))

export const findKnownReceiver = async (
  database: Database,
  owner: Owner,
  receiver: Receiver,
): Promise<StoredReceiver | null> => {
  const [found] = await database.select().from(knownReceivers).where(isKnownReceiver(owner, receiver))
  return found ?? null
}

export const addKnownReceiver = async (
  database: Database,
  { userId }: Owner,
  { chainId, address }: Receiver,
  now: number,
): Promise<void> => {
  const row = { id: randomUUID(), userId, chainId, address, sealedName: null, createdAt: now }
  await database.insert(knownReceivers).values(row).onConflictDoNothing()
}

/** Names a receiver, which is then known, also if it was never paid. */
export const nameReceiver = async (
  database: Database,
  secrets: Secrets,
  owner: Owner,
  { name, ...receiver }: Receiver & { name: string },
  now: number,
): Promise<void> => {
  await addKnownReceiver(database, owner, receiver, now)
  const row = await findKnownReceiver(database, owner, receiver)
  // Another window has just removed the receiver.
  if (!row) return
  const sealedName = await secrets.seal(new TextEncoder().encode(name), nameContext(row))
  await database.update(knownReceivers).set({ sealedName }).where(eq(knownReceivers.id, row.id))
}

export const listKnownReceivers = async (
  database: Database,
  secrets: Secrets,
  { userId }: Owner,
): Promise<KnownReceiver[]> => {
  const rows = await database
    .select()
    .from(knownReceivers)
    .where(eq(knownReceivers.userId, userId))
    .orderBy(asc(knownReceivers.createdAt), asc(knownReceivers.id))
  return Promise.all(
    rows.map(async (row) => {
      const { id, chainId, address, createdAt } = row
      return { id, chainId, address, name: await openName(secrets, row), createdAt }
    }),
  )
}

/** Finds the names that the visitor gave to these receivers. */
export const findReceiverNames = async (
  database: Database,
  secrets: Secrets,
  { userId }: Owner,
  chainId: string,
  addresses: readonly string[],
): Promise<ReceiverNames['names']> => {
  const isNamed = and(
    eq(knownReceivers.userId, userId),
    eq(knownReceivers.chainId, chainId),
    inArray(knownReceivers.address, [...addresses]),
    isNotNull(knownReceivers.sealedName),
  )
  const rows = await database.select().from(knownReceivers).where(isNamed)
  return Promise.all(rows.map(async (row) => ({ address: row.address, name: (await openName(secrets, row)) ?? '' })))
}

const openName = async (secrets: Secrets, row: StoredReceiver): Promise<string | null> =>
  row.sealedName === null ? null : new TextDecoder().decode(await secrets.open(row.sealedName, nameContext(row)))

const nameContext = ({ id, userId }: Pick<StoredReceiver, 'id' | 'userId'>): string =>
  `known_receivers|${id}|${userId}|name`
