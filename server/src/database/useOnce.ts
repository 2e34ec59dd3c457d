import { createHash } from 'node:crypto'
import type { Database } from './open.ts'
import { usedDpopProofs } from './sessionTables.ts'

/**
 * Stores an id in one statement, so that only one of two concurrent requests with the same id succeeds. False if the id
 * was used before `endsAt`.
 */
export const useOnce = async (database: Database, id: string, endsAt: number): Promise<boolean> => {
  const hash = createHash('sha256').update(id).digest('base64url')
  const inserted = await database
    .insert(usedDpopProofs)
    .values({ hash, endsAt })
    .onConflictDoNothing()
    .returning({ hash: usedDpopProofs.hash })
  return inserted.length > 0
}
