import type { SessionFacts } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { and, eq } from 'drizzle-orm'
import type { Secrets } from '../../config/secrets.ts'
import { identities } from '../../database/accountTables.ts'
import type { Database } from '../../database/open.ts'
import { findDeletion } from '../account/deletion.ts'
import type { WalletParts } from '../api/walletRoute.ts'
import { findWallet } from '../custody/walletRecords.ts'
import type { Session } from './sessions.ts'

/** What the secure frame knows of who is signed in. */
export const readFacts = async (
  { secrets, settings }: Pick<WalletParts, 'secrets' | 'settings'>,
  database: Database,
  session: Session,
): Promise<SessionFacts> => ({
  sessionId: session.id,
  userId: session.userId,
  email: await readAddress(secrets, database, session.userId),
  custody: settings.wallet.custody,
  authTime: session.authTime,
  wallet: await findWallet(database, session.userId),
  ...(await deletionOf(database, session.userId)),
})

const deletionOf = async (database: Database, userId: string): Promise<Pick<SessionFacts, 'deleteAt'>> => {
  const deleteAt = await findDeletion(database, userId)
  return deleteAt === null ? {} : { deleteAt }
}

export const readAddress = async (secrets: Secrets, database: Database, userId: string): Promise<string> => {
  const [identity] = await database
    .select()
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.provider, 'email')))
  if (!identity) throw new Error('A session without an identity.')
  return openAddress(secrets, identity)
}

export const identityContext = ({ id, userId }: { id: string; userId: string }): string =>
  `identities|${id}|${userId}|address`

export const openAddress = async (
  secrets: Secrets,
  identity: { id: string; userId: string; sealedAddress: string },
): Promise<string> => new TextDecoder().decode(await secrets.open(identity.sealedAddress, identityContext(identity)))
