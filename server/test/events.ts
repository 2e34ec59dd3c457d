import { eq } from 'drizzle-orm'
import { events } from '../src/database/eventTables.ts'
import type { Database } from '../src/database/open.ts'

export const eventKindsOf = async (database: Database, userId: string): Promise<string[]> => {
  const rows = await database.select({ kind: events.kind }).from(events).where(eq(events.userId, userId))
  return rows.map(({ kind }) => kind)
}
