import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import type { Session } from '../session/session.ts'
import type { ShareSets } from '../unlock/shareSets.ts'
import type { EmailLoginFlow } from './emailLogin.ts'

/** Throws FRESH_LOGIN_REQUIRED if the server says that the last login is too old, before the visitor does what needs it. */
export const requireFreshLogin = async (session: Pick<Session, 'isFresh'>): Promise<void> => {
  if (!session.isFresh()) throw new AppError(walletErrors.FRESH_LOGIN_REQUIRED)
}

type Parts = { session: Session; emailLogin: EmailLoginFlow; sets: Pick<ShareSets, 'confirmBrowser'> }

/**
 * Runs `act`, which sends a request. If the server requires a fresh login for the request, asks the visitor for an OTP
 * and runs `act` again.
 */
export const createFreshLoginRetry =
  ({ session, emailLogin, sets }: Parts) =>
  async <Result>(act: () => Promise<Result>, signal: AbortSignal): Promise<Result> => {
    try {
      return await act()
    } catch (thrown) {
      if (!(thrown instanceof AppError) || thrown.code !== 'FRESH_LOGIN_REQUIRED') throw thrown
    }
    const email = session.facts()?.email
    if (email === undefined) throw new AppError(walletErrors.SESSION_REVOKED)
    const end = await emailLogin.run(email, await emailLogin.begin(email, signal), signal)
    if (end === 'otherEmail') throw new AppError(commonErrors.USER_REJECTED)
    await session.begin(end.signedIn)
    await sets.confirmBrowser()
    return act()
  }
