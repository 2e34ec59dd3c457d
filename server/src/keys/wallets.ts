import { AppError } from 'loader/protocol/errors.ts'
import type { CreateWalletRequest, WalletRecord } from 'loader/protocol/walletApi.ts'
import { writeEvent } from '../database/events.ts'
import type { Database } from '../database/open.ts'
import { wallets } from '../database/walletTables.ts'
import type { Session } from '../sessions/sessions.ts'
import { areProven } from './proofs.ts'
import { readRecord } from './records.ts'

/** The first key; another would need another seed, and so other addresses. */
const firstEpoch = 1

/** One wallet for each user; of two that come at once, the second is refused. */
export const createWallet = async (
  database: Database,
  session: Session,
  request: CreateWalletRequest,
  now: number,
): Promise<WalletRecord> => {
  if (!(await areProven(request))) throw new AppError('INVALID_INPUT')
  const { walletId, vault, accounts, proofs } = request
  return database.transaction(async (inside) => {
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
      })
      .onConflictDoNothing()
      .returning()
    if (!wallet) throw new AppError('WALLET_EXISTS')
    await writeEvent(inside, { kind: 'wallet made', userId: session.userId, sessionId: session.id }, now)
    return readRecord(inside, wallet)
  })
}
