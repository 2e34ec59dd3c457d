import { recognisedBrowsers } from '../../database/accountTables.ts'
import type { Database } from '../../database/open.ts'

const recognisedMs = 180 * 24 * 60 * 60_000

/** Recognises a browser by its client key, so that its later logins to this account need no confirmation. */
export const recogniseBrowser = async (
  database: Database,
  userId: string,
  thumbprint: string,
  now: number,
): Promise<void> => {
  const recognisedUntil = now + recognisedMs
  await database
    .insert(recognisedBrowsers)
    .values({ userId, thumbprint, recognisedUntil })
    .onConflictDoUpdate({
      target: [recognisedBrowsers.userId, recognisedBrowsers.thumbprint],
      set: { recognisedUntil },
    })
}
