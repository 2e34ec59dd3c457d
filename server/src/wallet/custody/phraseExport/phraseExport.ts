import type { SeedExportState } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, eq, gt } from 'drizzle-orm'
import { writeAuditEvent } from '../../../database/events.ts'
import { phraseExports } from '../../../database/exportTables.ts'
import type { Database } from '../../../database/open.ts'
import { shareSets, wallets } from '../../../database/walletTables.ts'
import type { SecurityNotices } from '../../mail/notices.ts'
import type { Session } from '../../sessions/sessions.ts'

/** The owner can use the permission until this long after the end of its delay. */
const openMs = 7 * 24 * 60 * 60_000

type Parts = { notices: SecurityNotices; delayMs: number; clock: () => number }

/**
 * Permits a wallet window to show the recovery phrase, which the server never sees. Somebody with the unlocked wallet
 * could read the phrase without this permission, but our own wallet window waits for the permission.
 */
export const createPhraseExportPermissions = ({ notices, delayMs, clock }: Parts) => {
  const ask = async (database: Database, session: Session, withPasskey: boolean): Promise<SeedExportState> => {
    const now = clock()
    const isImmediate = (await hasPasskey(database, session, now - delayMs)) && withPasskey
    if (!isImmediate) {
      const waiting = await findOpen(database, session, now)
      if (!waiting) return begin(database, session, now)
      if (waiting.readyAt > now) return { readyAt: waiting.readyAt }
    }
    await notices.require(database, session, { kind: 'exported' })
    await database.delete(phraseExports).where(eq(phraseExports.userId, session.userId))
    await writeAuditEvent(database, { kind: 'phrase exported', userId: session.userId, sessionId: session.id }, now)
    return { readyAt: now }
  }

  const begin = async (database: Database, session: Session, now: number): Promise<SeedExportState> => {
    const { userId, id: sessionId } = session
    const readyAt = now + delayMs
    // The delay protects only an owner who gets the mail, so start no delay if the mail fails.
    await notices.require(database, session, { kind: 'exportRequested', at: readyAt })
    const row = { readyAt, endsAt: readyAt + openMs }
    await database
      .insert(phraseExports)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: phraseExports.userId, set: row })
    await writeAuditEvent(database, { kind: 'phrase export asked for', userId, sessionId }, now)
    return { readyAt }
  }

  const stop = async (database: Database, { userId, id: sessionId }: Session): Promise<void> => {
    const stopped = await database
      .delete(phraseExports)
      .where(eq(phraseExports.userId, userId))
      .returning({ id: phraseExports.userId })
    if (stopped.length > 0)
      await writeAuditEvent(database, { kind: 'phrase export stopped', userId, sessionId }, clock())
  }

  return { ask, stop }
}

const findOpen = async (database: Database, { userId }: Session, now: number) => {
  const [row] = await database
    .select()
    .from(phraseExports)
    .where(and(eq(phraseExports.userId, userId), gt(phraseExports.endsAt, now)))
  return row
}

/**
 * Tells whether a passkey may replace the delay. The passkey must be older than the export delay, because somebody at
 * an unlocked browser could add a new one. In a wallet that is newer than the delay any passkey counts, because the
 * wallet's creator added it.
 */
const hasPasskey = async (database: Database, { userId }: Session, before: number): Promise<boolean> => {
  const rows = await database
    .select({ set: shareSets, madeAt: wallets.createdAt })
    .from(wallets)
    .leftJoin(shareSets, eq(shareSets.walletId, wallets.id))
    .where(eq(wallets.userId, userId))
  if (rows.length === 0) throw new AppError(walletErrors.WALLET_MISSING)
  return rows.some(
    ({ set, madeAt }) => set?.type === 'passkey' && set.confirmed && (set.createdAt <= before || madeAt > before),
  )
}
