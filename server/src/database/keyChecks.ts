import { eq, isNotNull, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { OperatorError } from '../config/operatorError.ts'
import type { Secrets } from '../config/secrets.ts'
import { parseEmailAddress } from '../wallet/login/emailAddress.ts'
import { keyChecks } from './keyTables.ts'
import type { Database, OpenDatabase } from './open.ts'

type KeyCheck = typeof keyChecks.$inferInsert
type KeyUse = Pick<KeyCheck, 'use' | 'keyId'>

/** A mail address as a table stores it: sealed, and as the keyed MAC by which the server finds it. */
type StoredAddress = { sealed: string; context: string; addressMac: string }

/** The rows that keys seal. They prove the keys of a database that has no key check yet. */
export type StoredRows = {
  /** The consequence of a lost key and the way out, as the end of a sentence that begins with "If it is lost,". */
  ifKeyIsLost: string
  /** The columns of which each text begins with the id of the key that sealed it. */
  sealedColumns: PgColumn[]
  /** Reads some addresses that a key sealed. */
  readAddresses: (database: Database, keyId: string) => Promise<StoredAddress[]>
}

/** An SQL expression: the id of the key that sealed a text. */
export const sealingKeyId = (column: PgColumn) => sql<string>`split_part(${column}, '.', 2)`

/**
 * Compares the sealing keys with the ids of the keys that the database was written with, and rejects with KEY_REFUSED
 * if they differ. With a wrong key the server would find no account, and would silently give each address a second one.
 *
 * A database without ids is new or older than this check. Its rows have to open before it gets ids.
 */
export const checkSealingKeys = async (
  database: Database,
  { secrets, ...rows }: StoredRows & { secrets: Secrets },
  now: number,
): Promise<void> => {
  const { name, mac, seal } = secrets.keyIds
  await recordKeys(database, name, now, async (inside, known) => {
    if (known.length === 0) await proveOnRows(inside, secrets, rows)
    else compareSealingKeys(secrets, known, rows)
    return [
      { use: 'mac', keyId: mac },
      { use: 'seal', keyId: seal },
    ]
  })
}

/** Runs the checks of a database that was just opened. Closes it if a check fails, and ends the process on a wrong key. */
export const endOnWrongKey = async (
  opened: OpenDatabase,
  fail: (reason: OperatorError) => void,
  check: (database: Database) => Promise<void>,
): Promise<void> => {
  try {
    await check(opened.database)
  } catch (cause) {
    if (cause instanceof OperatorError) fail(cause)
    // An error of `close` must not hide the error of the check.
    await opened.close().catch(() => undefined)
    throw cause
  }
}

/** Lets one process at a time read the ids of a name and add the ids that `check` returns. */
export const recordKeys = async (
  database: Database,
  name: string,
  createdAt: number,
  check: (inside: Database, known: KeyUse[]) => Promise<KeyUse[]>,
): Promise<void> =>
  database.transaction(async (inside) => {
    await inside.execute(sql`lock table ${keyChecks} in exclusive mode`)
    const known = await inside.select().from(keyChecks).where(eq(keyChecks.name, name))
    const used = await check(inside, known)
    await inside
      .insert(keyChecks)
      .values(used.map((row) => ({ ...row, name, createdAt })))
      .onConflictDoNothing()
  })

const compareSealingKeys = ({ keyIds }: Secrets, known: KeyUse[], { ifKeyIsLost }: StoredRows): void => {
  const missing = known.filter(({ use, keyId }) => use === 'seal' && !keyIds.open.includes(keyId))
  const last = known.find(({ use }) => use === 'mac')?.keyId
  if (last && !keyIds.open.includes(last)) throw unknownKey(keyIds, last, ifKeyIsLost)
  if (last && last !== keyIds.mac)
    throw refusal(
      `The last key of ${keyIds.source} is ${keyIds.mac}, but in this database it was ${last}. ` +
        `Put the keys into the order ${[...keyIds.open.filter((id) => id !== last), last].join(', ')}.`,
    )
  if (missing[0]) throw unknownKey(keyIds, missing[0].keyId, ifKeyIsLost)
}

const proveOnRows = async (database: Database, secrets: Secrets, rows: StoredRows) => {
  const { sealedColumns, readAddresses, ifKeyIsLost } = rows
  const { keyIds } = secrets
  const used = new Set<string>()
  for (const column of sealedColumns) {
    const ids = await database
      .selectDistinct({ id: sealingKeyId(column) })
      .from(column.table)
      .where(isNotNull(column))
    for (const { id } of ids) used.add(id)
  }
  const addresses: StoredAddress[] = []
  for (const id of used) {
    if (!keyIds.open.includes(id)) throw unknownKey(keyIds, id, ifKeyIsLost)
    addresses.push(...(await readAddresses(database, id)))
  }
  const results = await Promise.all(addresses.map((address) => openAddress(secrets, address)))
  const proof = keyIds.open.length > 1 ? 'found' : 'opened'
  if (addresses.length > 0 && !results.includes('found') && !results.includes(proof))
    throw refusal(
      results.includes('opened')
        ? `The last key of ${keyIds.source}, ${keyIds.mac}, did not make the MACs of this database. Of ` +
            `${keyIds.open.join(', ')}, put the oldest last.`
        : `No row of this database opens with the keys of ${keyIds.source}, ${keyIds.open.join(', ')}, although the ` +
            `rows name ${[...used].join(', ')}. Restore the database and its key from copies of the same time.`,
    )
}

/** Tells whether the keys open an address, and whether they find its row. */
const openAddress = async (secrets: Secrets, { sealed, context, addressMac }: StoredAddress) => {
  try {
    const { canonical } = parseEmailAddress(new TextDecoder().decode(await secrets.open(sealed, context)))
    return secrets.mac('address', canonical) === addressMac ? 'found' : 'opened'
  } catch {
    return 'failed'
  }
}

const unknownKey = ({ name, source, open }: Secrets['keyIds'], missing: string, ifLost: string): OperatorError =>
  refusal(
    `This database was written with the key ${missing} of ${name}, but ${source} holds ${open.join(', ')}. Without that ` +
      `key its rows do not open. Restore the key from your copy, in ${name} or in place of the key file. If it is lost, ` +
      ifLost,
  )

const refusal = (message: string): OperatorError => new OperatorError('KEY_REFUSED', message)
