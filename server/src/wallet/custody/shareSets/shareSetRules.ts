import { durableUnlockMethods, type ShareSetChange } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import type { Secrets } from '../../../config/secrets.ts'
import type { Settings } from '../../../config/settings.ts'
import type { SecurityNotices } from '../../mail/notices.ts'
import { freshMsLeft, type Session } from '../../sessions/sessions.ts'
import { isShareSetChangeProven } from '../walletProofs.ts'
import type { StoredShareSet, StoredWallet } from '../walletRecords.ts'

export type ShareSetParts = {
  secrets: Secrets
  settings: Pick<Settings, 'wallet'>
  clock: () => number
  notices: Pick<SecurityNotices, 'send'>
}

/** A requested change of one share set. The proof is a signature by a key of the unlocked wallet. */
export type ProvenShareSetChange = { setId: string; proof: string | undefined }

export const requireFreshLogin = (session: Session, now: number): void => {
  if (freshMsLeft(session, now) < 0) throw new AppError(walletErrors.FRESH_LOGIN_REQUIRED)
}

/**
 * Requires a fresh login for a share set of another browser. Sessions of one browser have the same client key, which
 * cannot leave it, so each of them may use the browser's share set.
 */
export const requireOwnShareSetOrFreshLogin = (set: StoredShareSet, session: Session, now: number): void => {
  if (set.sessionId !== session.id && set.thumbprint !== session.thumbprint) requireFreshLogin(session, now)
}

/**
 * Requires a signature by a key of the wallet, because a session proves only access to the mailbox, not that the wallet
 * is unlocked.
 */
export const requireWalletProof = async (
  wallet: StoredWallet,
  set: StoredShareSet,
  session: Session,
  { action, proof, now }: Pick<ShareSetChange, 'action'> & Pick<ProvenShareSetChange, 'proof'> & { now: number },
): Promise<void> => {
  if (isDurableShareSet(set)) requireFreshLogin(session, now)
  const change = { action, walletId: wallet.id, setId: set.id, epoch: set.epoch, sessionId: session.id }
  if (!(await isShareSetChangeProven(change, wallet.eip155, proof))) throw new AppError(walletErrors.WALLET_LOCKED)
}

/**
 * Tells whether a share set belongs to a durable unlock method, so that a wallet may rely on this set alone. A wallet
 * window's share set (`vault`) counts, although the window's browser may lose its storage.
 */
export const isDurableShareSet = ({ type }: Pick<StoredShareSet, 'type'>): boolean =>
  durableUnlockMethods.includes(type)
