import type { CreateShareSetRequest, SealedText } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { Secrets } from '../../../config/secrets.ts'
import { writeAuditEvent } from '../../../database/events.ts'
import type { Database } from '../../../database/open.ts'
import { shareSets } from '../../../database/walletTables.ts'
import type { Session } from '../../sessions/sessions.ts'
import type { StoredShareSet, StoredWallet } from '../walletRecords.ts'

type Parts = { database: Database; secrets: Secrets; now: number }
type NewSet = CreateShareSetRequest & {
  /** The server share. Null for a backup. */
  share: Uint8Array | null
  /** The wrapped vault key, if the browser has already made it. */
  wrapped?: SealedText
}

/** A renewed share set inherits these fields from the one that it replaces. */
type Inherited = Pick<StoredShareSet, 'confirmed' | 'createdAt' | 'lastUsedAt'>

/**
 * Inserts an unconfirmed share set. Until a browser confirms the set, it doesn't count as durable and evicts no
 * confirmed set.
 */
export const insertUnconfirmedShareSet = async (
  parts: Parts,
  session: Session,
  wallet: StoredWallet,
  set: NewSet,
): Promise<void> => {
  const { database, now } = parts
  await insertShareSetWithState({ confirmed: false, createdAt: now, lastUsedAt: null }, parts, session, wallet, set)
  await writeAuditEvent(database, { kind: `${set.type} set added`, userId: session.userId, sessionId: session.id }, now)
}

/**
 * Inserts a share set with the given confirmation and times. Throws INVALID_INPUT if any wallet already has a share set
 * with this id.
 */
export const insertShareSetWithState = async (
  inherited: Inherited,
  { database, secrets }: Omit<Parts, 'now'>,
  session: Session,
  wallet: StoredWallet,
  { setId, type, label, credentialId, passkeyKey, share, wrapped }: NewSet,
): Promise<void> => {
  const name = { id: setId, epoch: wallet.epoch }
  const inserted = await database
    .insert(shareSets)
    .values({
      ...name,
      walletId: wallet.id,
      type,
      label,
      credentialId: credentialId ?? null,
      passkeyKeyIv: passkeyKey?.iv ?? null,
      passkeyKeyData: passkeyKey?.data ?? null,
      ...inherited,
      sessionId: session.id,
      thumbprint: session.thumbprint,
      sealedShare: share && (await secrets.seal(share, serverShareContext(name, wallet))),
      wrappedIv: wrapped?.iv ?? null,
      wrappedData: wrapped?.data ?? null,
    })
    .onConflictDoNothing()
    .returning({ id: shareSets.id })
  if (inserted.length === 0) throw new AppError(commonErrors.INVALID_INPUT)
}

/**
 * Names the row of a server share. The seal of the share is bound to this context, so that the share can't be decrypted
 * in another row. The server key's version is added when the share is sealed.
 */
export const serverShareContext = (
  { id, epoch }: Pick<StoredShareSet, 'id' | 'epoch'>,
  wallet: Pick<StoredWallet, 'id' | 'userId'>,
): string => ['key_sets', id, wallet.userId, wallet.id, id, epoch].join('|')
