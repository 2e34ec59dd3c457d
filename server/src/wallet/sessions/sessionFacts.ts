import type { SessionFacts } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import type { Database } from '../../database/open.ts'
import { findDeletionDate } from '../account/deletion.ts'
import { readUserAddress } from '../account/identityAddress.ts'
import type { WalletParts } from '../api/walletRoute.ts'
import { findWalletRecord } from '../custody/walletRecords.ts'
import { findEndOfWait } from './newBrowsers.ts'
import { freshMsLeft, type Session } from './sessions.ts'

/** The facts about a session and its user that the secure frame shows. */
export const readSessionFacts = async (
  { secrets, settings, clock }: Pick<WalletParts, 'secrets' | 'settings' | 'clock'>,
  database: Database,
  session: Session,
): Promise<SessionFacts> => ({
  sessionId: session.id,
  userId: session.userId,
  email: await readUserAddress(secrets, database, session.userId),
  browser: session.browser,
  custody: settings.wallet.custody,
  authTime: session.authTime,
  freshMs: Math.max(0, freshMsLeft(session, clock())),
  wallet: await findWalletRecord(database, session.userId),
  ...(!session.isConfirmed && { isUnconfirmed: true as const }),
  ...(await waitOf(database, session, clock())),
  ...(await deletionOf(database, session.userId)),
})

const waitOf = async (
  database: Database,
  session: Session,
  now: number,
): Promise<Pick<SessionFacts, 'newBrowserUntil'>> => {
  const newBrowserUntil = await findEndOfWait(database, session, now)
  return newBrowserUntil === null ? {} : { newBrowserUntil }
}

const deletionOf = async (database: Database, userId: string): Promise<Pick<SessionFacts, 'deleteAt'>> => {
  const deleteAt = await findDeletionDate(database, userId)
  return deleteAt === null ? {} : { deleteAt }
}
