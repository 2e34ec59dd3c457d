import { eq } from 'drizzle-orm'
import { auditEvents } from '../src/database/eventTables.ts'
import type { Database } from '../src/database/open.ts'

export const eventKindsOf = async (database: Database, userId: string): Promise<string[]> => {
  const rows = await database.select({ kind: auditEvents.kind }).from(auditEvents).where(eq(auditEvents.userId, userId))
  return rows.map(({ kind }) => kind)
}
