import { and, eq, ne } from 'drizzle-orm'
import { recognisedBrowsers } from '../../database/accountTables.ts'
import type { Database } from '../../database/open.ts'
import { sessions } from '../../database/sessionTables.ts'
import type { Session } from './sessions.ts'

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

type Browser = Pick<Session, 'userId' | 'thumbprint'>

export const forgetBrowser = async (database: Database, { userId, thumbprint }: Browser): Promise<void> => {
  await database
    .delete(recognisedBrowsers)
    .where(and(eq(recognisedBrowsers.userId, userId), eq(recognisedBrowsers.thumbprint, thumbprint)))
}

/** Forgets all browsers of the user but this one, also those that have no session now. */
export const forgetOtherBrowsers = async (database: Database, { userId, thumbprint }: Browser): Promise<void> => {
  await database
    .delete(recognisedBrowsers)
    .where(and(eq(recognisedBrowsers.userId, userId), ne(recognisedBrowsers.thumbprint, thumbprint)))
}

/** Makes every other browser of the user open the wallet before it may change anything. */
export const unconfirmOtherBrowsers = async (database: Database, browser: Browser): Promise<void> => {
  await database
    .update(sessions)
    .set({ isConfirmed: false })
    .where(and(eq(sessions.userId, browser.userId), ne(sessions.thumbprint, browser.thumbprint)))
  await forgetOtherBrowsers(database, browser)
}
