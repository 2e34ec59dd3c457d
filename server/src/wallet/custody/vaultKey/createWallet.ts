import type { CreateWalletRequest, WalletRecord } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import type { Secrets } from '../../../config/secrets.ts'
import { writeEvent } from '../../../database/events.ts'
import type { Database } from '../../../database/open.ts'
import { wallets } from '../../../database/walletTables.ts'
import type { Session } from '../../sessions/sessions.ts'
import { insertSet } from '../shareSets/insertShareSet.ts'
import { areProven } from '../walletProofs.ts'
import { readRecord } from '../walletRecords.ts'
import { removeUnfinishedWallet } from './unfinishedWallet.ts'

/** The first key; another would need another seed, and so other addresses. */
const firstEpoch = 1

type Parts = { database: Database; secrets: Secrets; now: number }

/** One wallet for each user; of two that come at once, the second is refused. It stands with its first set, or not at all. */
export const createWallet = async (
  { database, secrets, now }: Parts,
  session: Session,
  request: CreateWalletRequest,
): Promise<WalletRecord> => {
  if (!(await areProven(request))) throw new AppError(commonErrors.INVALID_INPUT)
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
      })
      .onConflictDoNothing()
      .returning()
    if (!wallet) throw new AppError(walletErrors.WALLET_EXISTS)
    await writeEvent(inside, { kind: 'wallet made', userId: session.userId, sessionId: session.id }, now)
    if (set) {
      const share = Buffer.from(set.serverShare, 'base64url')
      await insertSet({ database: inside, secrets, now }, session, wallet, { ...set, share })
    }
    return readRecord(inside, wallet)
  })
}
