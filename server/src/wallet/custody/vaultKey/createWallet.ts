import type { CreateWalletRequest, WalletRecord } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, eq } from 'drizzle-orm'
import type { Secrets } from '../../../config/secrets.ts'
import { writeAuditEvent } from '../../../database/events.ts'
import type { Database } from '../../../database/open.ts'
import { shareSets, wallets } from '../../../database/walletTables.ts'
import type { Session } from '../../sessions/sessions.ts'
import { insertUnconfirmedShareSet } from '../shareSets/insertShareSet.ts'
import { areWalletAddressesProven } from '../walletProofs.ts'
import { lockWalletRow, readWalletRecord } from '../walletRecords.ts'

const firstEpoch = 1

type Parts = { database: Database; secrets: Secrets; now: number }

/**
 * Creates a wallet and its first share set in one transaction. A user has one wallet, so one of two concurrent requests
 * fails.
 */
export const createWallet = async (
  { database, secrets, now }: Parts,
  session: Session,
  request: CreateWalletRequest,
): Promise<WalletRecord> => {
  if (!(await areWalletAddressesProven(request))) throw new AppError(commonErrors.INVALID_INPUT)
  const { walletId, vault, accounts, proofs, set, replaces } = request
  return database.transaction(async (inside) => {
    if (replaces !== undefined) await removeUnfinishedWallet(inside, session, replaces)
    const [wallet] = await inside
      .insert(wallets)
      .values({
        id: walletId,
        userId: session.userId,
        epoch: firstEpoch,
        status: 'pending',
        eip155: accounts.eip155,
        solana: accounts.solana,
        proofEip155: proofs.eip155,
        proofSolana: proofs.solana,
        vaultIv: vault.iv,
        vaultData: vault.data,
        createdAt: now,
        createdHost: session.host,
        createdBrowser: session.browser,
      })
      .onConflictDoNothing()
      .returning()
    if (!wallet) throw new AppError(walletErrors.WALLET_EXISTS)
    await writeAuditEvent(inside, { kind: 'wallet made', userId: session.userId, sessionId: session.id }, now)
    if (set) {
      const share = Buffer.from(set.serverShare, 'base64url')
      await insertUnconfirmedShareSet({ database: inside, secrets, now }, session, wallet, { ...set, share })
    }
    return readWalletRecord(inside, wallet)
  })
}

/**
 * Removes a wallet without any confirmed share set: an aborted first login left it behind. The owner never saw this
 * wallet, and its shares may be lost. The request must contain the wallet's id, so that no request removes a wallet by
 * mistake.
 */
const removeUnfinishedWallet = async (database: Database, session: Session, walletId: string): Promise<void> => {
  const wallet = await lockWalletRow(database, session)
  const [confirmed] = await database
    .select({ id: shareSets.id })
    .from(shareSets)
    .where(and(eq(shareSets.walletId, wallet.id), eq(shareSets.confirmed, true)))
    .limit(1)
  if (wallet.id !== walletId || wallet.status !== 'pending' || confirmed) throw new AppError(walletErrors.WALLET_EXISTS)
  await database.delete(wallets).where(eq(wallets.id, wallet.id))
}
