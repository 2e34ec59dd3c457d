import { randomUUID } from 'node:crypto'
import { auditEvents } from './eventTables.ts'
import type { Database } from './open.ts'

/** Writes an event to the audit log. Events contain ids and a kind, but no personal data. */
export const writeAuditEvent = async (
  database: Database,
  event: { kind: string; userId?: string; sessionId?: string },
  now: number,
): Promise<void> => void (await database.insert(auditEvents).values({ id: randomUUID(), at: now, ...event }))
