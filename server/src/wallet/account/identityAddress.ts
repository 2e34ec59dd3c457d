import { and, eq } from 'drizzle-orm'
import type { Secrets } from '../../config/secrets.ts'
import { identities } from '../../database/accountTables.ts'
import { type StoredRows, sealingKeyId } from '../../database/keyChecks.ts'
import { knownReceivers } from '../../database/limitTables.ts'
import type { Database } from '../../database/open.ts'
import { shareSets } from '../../database/walletTables.ts'

export const readUserAddress = async (secrets: Secrets, database: Database, userId: string): Promise<string> => {
  const [identity] = await database
    .select()
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.provider, 'email')))
  if (!identity) throw new Error('session without an identity')
  return decryptIdentityEmail(secrets, identity)
}

export const identityAddressContext = ({ id, userId }: { id: string; userId: string }): string =>
  `identities|${id}|${userId}|address`

export const decryptIdentityEmail = async (
  secrets: Secrets,
  identity: { id: string; userId: string; sealedAddress: string },
): Promise<string> =>
  new TextDecoder().decode(await secrets.open(identity.sealedAddress, identityAddressContext(identity)))

/** The rows on which the server proves its key if the database has no key check yet. */
export const sealedWalletRows: StoredRows = {
  ifKeyIsLost: 'all accounts are lost: start with an empty database.',
  sealedColumns: [identities.sealedAddress, shareSets.sealedShare, knownReceivers.sealedName],
  readAddresses: async (database, keyId) => {
    const rows = await database
      .select()
      .from(identities)
      .where(eq(sealingKeyId(identities.sealedAddress), keyId))
      .limit(5)
    return rows.map((row) => ({
      sealed: row.sealedAddress,
      context: identityAddressContext(row),
      addressMac: row.subject,
    }))
  },
}
