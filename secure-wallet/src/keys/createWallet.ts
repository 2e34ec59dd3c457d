import { AppError } from 'loader/protocol/errors.ts'
import type { CreateWalletRequest, WalletRecord } from 'loader/protocol/walletApi.ts'
import type { Session } from '../session/session.ts'
import { read, walletRecord } from '../session/shapes.ts'
import type { Custody } from './custody.ts'
import type { FactorSets } from './factorSets.ts'

type Parts = { session: Session; custody: Custody; sets: FactorSets; hasGuardian: boolean }

/**
 * The wallet of someone who has none yet (security 2.6). In `assisted` it is active when the guardian's set is confirmed;
 * where the guardian can't be reached, and in `self`, it may only receive until the visitor makes a passkey or a kit.
 */
export const createWallet = async ({ session, custody, sets, hasGuardian }: Parts): Promise<WalletRecord> => {
  const walletId = crypto.randomUUID()
  const { accounts, vault, proofs } = await custody.create(walletId)
  const body: CreateWalletRequest = { walletId, accounts, vault, proofs }
  const made = read(walletRecord, await session.ask({ method: 'POST', path: 'keys', body }))
  session.learn({ wallet: made })
  await sets.addOwn()
  if (hasGuardian) await secureByGuardian(sets)
  return session.facts()?.wallet ?? made
}

export const secureByGuardian = async (sets: FactorSets): Promise<boolean> => {
  try {
    await sets.addGuardian()
    return true
  } catch (thrown) {
    // The wallet stands without it, receive-only, and the visitor is told.
    if (thrown instanceof AppError) return false
    throw thrown
  }
}
