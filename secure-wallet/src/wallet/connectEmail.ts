import type { SecureApi } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { withErrorText } from '../languages/errorText.ts'
import type { createEmailLogin } from '../login/emailLogin.ts'
import { messages } from '../login/messages.ts'
import type { Session } from '../session/session.ts'
import type { SiteConnection } from '../session/siteConnection.ts'
import type { createPanelTasks } from './panelTasks.ts'
import type { createWalletParts } from './walletParts.ts'

type Parts = {
  /** The operator offers the login by e-mail. */
  isOffered: boolean
  session: Session
  connection: SiteConnection
  revocations: ReturnType<typeof createWalletParts>['revocations']
  emailLogin: ReturnType<typeof createEmailLogin>
  access: { lock(): Promise<void> }
  start: ReturnType<typeof createPanelTasks>['start']
  enter(signal: AbortSignal): Promise<void>
}

/** Connects the site to the wallet of an e-mail address, at once if its session is here, else by a login. */
export const createEmailConnection =
  ({ isOffered, session, connection, revocations, emailLogin, access, start, enter }: Parts) =>
  async (email: string): Promise<Awaited<ReturnType<SecureApi['connectEmail']>>> => {
    if (!isOffered) throw new AppError(commonErrors.LOGIN_NOT_AVAILABLE)
    emailLogin.prepare()
    const facts = await session.restore().catch(() => null)
    // While the site is disconnected, every address gets a code. So the modal's frame can neither connect the site nor
    // find out the address of the session.
    if (!connection.isLeft() && facts?.email.toLowerCase() === email.toLowerCase()) {
      start(enter)
      return { action: 'CONNECT' }
    }
    await revocations.deliver()
    return new Promise((resolve, reject) => {
      start(async (signal) => {
        const login = await emailLogin
          .begin(email, signal, () => resolve({ action: 'SOLVE_WORK' }))
          .catch((thrown) => {
            reject(loginError(thrown))
            throw thrown
          })
        resolve({ action: 'VERIFY_OTP' })
        const end = await emailLogin.run(email, login, signal)
        if (end === 'otherEmail') return
        await access.lock()
        await session.begin(end.signedIn)
        // The site may have been disconnected meanwhile.
        signal.throwIfAborted()
        await connection.settle()
        await enter(signal)
      })
    })
  }

/** These errors say nothing that helps the visitor, so the e-mail form says instead how else to sign in. */
const unanswered: readonly string[] = ['INTERNAL_ERROR', 'REQUEST_TIMEOUT', 'SERVER_ERROR', 'SERVER_UNREACHABLE']

const loginError = (thrown: unknown): AppError => {
  const isUnanswered = !(thrown instanceof AppError) || unanswered.includes(thrown.code)
  return isUnanswered ? withErrorText(thrown, messages.unanswered) : withErrorText(thrown)
}
