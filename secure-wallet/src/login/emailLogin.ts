import type {
  EmailLogin,
  EmailLoginRequest,
  LoginResult,
  SolvedWork,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import type { ServerClient } from '../session/serverClient.ts'
import { emailLoginSchema, mailAnswerSchema, parseAnswer, signedInSchema } from '../session/serverSchemas.ts'
import { type PanelSurface, showText } from '../ui/surface.ts'
import type { PrepareCodeWindow } from '../windows/flows/codeRequest.ts'
import { deviceConfirmationEndedPanel, deviceConfirmationPanel } from './devicePanel.ts'
import { messages } from './messages.ts'
import { otpPanel } from './otpPanel.ts'
import { showPanelUntilDone } from './panelUntil.ts'
import type { SolveWork } from './solveWork.ts'
import { showFailure, workingPanel } from './workingPanel.ts'

/** The time limit of one poll. It is longer than the server keeps a poll open. */
const pollMs = 35_000
const retryMs = 2_000
const mostTries = 4

type Options = {
  server: ServerClient
  surface: PanelSurface
  site: { projectId: string; host: string }
  locale(): string
  solveWork: SolveWork
  /** Null in a wallet window. */
  prepareWindow: PrepareCodeWindow | null
}
/** `otherEmail`: the visitor wants to log in with another e-mail address. */
type LoginEnd = { signedIn: LoginResult } | 'otherEmail'

/** Logs the visitor in by e-mail: with the device confirmation, the OTP, and the panels of both. */
export const createEmailLogin = ({ server, surface, site, locale, solveWork, prepareWindow }: Options) => {
  const requestMail = createMailRequest({ server, solveWork })
  let last: { email: string; login: EmailLogin } | null = null
  const start = async (email: string, signal: AbortSignal, solving?: () => Promise<void>): Promise<EmailLogin> => {
    const body: EmailLoginRequest = { ...site, email, locale: locale() }
    const login = await requestMail('login/email', body, signal, solving).catch((thrown) => resume(email, thrown))
    last = { email, login }
    return login
  }
  /** A visitor who returns during the cooldown continues the earlier login instead of waiting for another mail. */
  const resume = async (email: string, thrown: unknown): Promise<EmailLogin> => {
    const isTooSoon = thrown instanceof AppError && thrown.code === 'EMAIL_COOLDOWN'
    if (!isTooSoon || last?.email !== email) throw thrown
    const path = `login/${last.login.challengeId}`
    const login = await server({ method: 'GET', path }).then(
      (answer) => parseAnswer(emailLoginSchema, answer),
      () => null,
    )
    if (login?.state !== 'VERIFY_DEVICE' && login?.state !== 'VERIFY_OTP') throw thrown
    return login
  }
  const resend = ({ challengeId }: EmailLogin, signal: AbortSignal): Promise<EmailLogin> =>
    requestMail(`login/${challengeId}/resend`, {}, signal)

  /** Shows one step of the login after another, starting with `first`, until the login ends. */
  const run = async (email: string, first: EmailLogin, signal: AbortSignal): Promise<LoginEnd> => {
    let login = first
    for (;;) {
      const step = login.state === 'VERIFY_OTP' ? enterCode : login.state === 'VERIFY_DEVICE' ? approve : showEnd
      const next = await step(email, login, signal)
      if (next === 'otherEmail' || 'signedIn' in next) return next
      login = next
    }
  }

  const approve = (email: string, login: EmailLogin, signal: AbortSignal): Promise<EmailLogin | 'otherEmail'> => {
    const ended = new AbortController()
    return showPanelUntilDone<EmailLogin | 'otherEmail'>(signal, (resolve, reject) => {
      const panel = deviceConfirmationPanel({
        email,
        login,
        resend: () => resend(login, signal),
        other: () => resolve('otherEmail'),
      })
      surface.show('verifyDevice', panel.root).catch(reject)
      const both = AbortSignal.any([signal, ended.signal])
      awaitDevice(server, login, both).then(resolve, (thrown) => {
        if (ended.signal.aborted) return
        // The server has deleted the challenge of this login, so treat the login as expired.
        if (isOver(thrown)) resolve({ ...login, state: 'EXPIRED' })
        else reject(thrown)
      })
      return () => {
        panel.close()
        ended.abort()
      }
    })
  }

  const enterCode = (email: string, login: EmailLogin, signal: AbortSignal): Promise<LoginEnd | EmailLogin> =>
    showPanelUntilDone<LoginEnd | EmailLogin>(signal, (resolve, reject) => {
      const again = async (): Promise<number> => {
        const next = await resend(login, signal)
        // After too many wrong codes the server mails a long code or a device link, which need another panel.
        if (next.state !== login.state || next.longCode !== login.longCode) resolve(next)
        return next.resendAt
      }
      const panel = otpPanel({
        email,
        isLong: login.longCode === true,
        prepareWindow,
        resend: { at: login.resendAt, again },
        submit: async (code) => {
          const path = `login/${login.challengeId}/code`
          resolve({
            signedIn: parseAnswer(signedInSchema, await server({ method: 'POST', path, body: { code } })),
          })
        },
        restart: async () => resolve(await start(email, signal)),
        other: () => resolve('otherEmail'),
      })
      surface.show('verifyCode', panel.root).catch(reject)
      return panel.close
    })

  const showEnd = (email: string, { state }: EmailLogin, signal: AbortSignal): Promise<EmailLogin | 'otherEmail'> =>
    showPanelUntilDone<EmailLogin | 'otherEmail'>(signal, (resolve, reject) => {
      const restart = async (): Promise<void> => resolve(await start(email, signal))
      const why = state === 'REFUSED' ? 'REFUSED' : 'EXPIRED'
      const draw = () => deviceConfirmationEndedPanel(why, email, restart, () => resolve('otherEmail'))
      showText(surface, 'verifyDevice', draw).catch(reject)
      return () => undefined
    })

  return { begin: createBegin(surface, start), run }
}

type Start = (email: string, signal: AbortSignal, solving: () => Promise<void>) => Promise<EmailLogin>
/**
 * Starts a login. If the server requires a proof of work, shows a panel meanwhile and calls `shown`, because the work
 * can take longer than the modal waits for an answer. From then on, failures also have a panel and do not reject.
 */
const createBegin =
  (surface: PanelSurface, start: Start) =>
  async (email: string, signal: AbortSignal, shown?: () => void): Promise<EmailLogin> => {
    let isShown = false
    const solving = async (): Promise<void> => {
      isShown = true
      await showText(surface, 'verifyCode', () => workingPanel(messages.working.solving))
      shown?.()
    }
    for (;;) {
      try {
        return await start(email, signal, solving)
      } catch (thrown) {
        if (!isShown || signal.aborted) throw thrown
        await showFailure({ surface, view: 'verifyCode', thrown, signal })
      }
    }
  }

export type EmailLoginFlow = ReturnType<typeof createEmailLogin>

/**
 * Requests a login mail, and solves the proof of work that the server may require. Other mails may reach the mailbox
 * meanwhile, so the server may require harder work once more. Calls `solving` before the first work.
 */
const createMailRequest =
  ({ server, solveWork }: { server: ServerClient; solveWork: SolveWork }) =>
  async (path: string, body: object, signal: AbortSignal, solving?: () => Promise<void>): Promise<EmailLogin> => {
    let work: SolvedWork | undefined
    for (let tries = 0; tries < mostTries; tries++) {
      const asked = { ...body, ...(work && { work }) }
      const answer = await server({ method: 'POST', path, body: asked, timeoutMs: 20_000 })
      const parsed = parseAnswer(mailAnswerSchema, answer)
      if (!('work' in parsed)) return parsed
      if (signal.aborted) throw new AppError(commonErrors.USER_REJECTED)
      if (tries === 0) await solving?.()
      work = await solveWork(parsed.work, signal)
    }
    throw new AppError(walletErrors.MAIL_NOT_SENT)
  }

/** Polls the server until somebody answers on the page behind the device link. Retries after a failed request. */
const awaitDevice = async (
  server: ServerClient,
  { challengeId }: EmailLogin,
  signal: AbortSignal,
): Promise<EmailLogin> => {
  for (;;) {
    const path = `login/${challengeId}?state=VERIFY_DEVICE`
    try {
      const login = parseAnswer(emailLoginSchema, await server({ method: 'GET', path, timeoutMs: pollMs, signal }))
      if (login.state !== 'VERIFY_DEVICE') return login
    } catch (thrown) {
      if (signal.aborted || isOver(thrown)) throw thrown
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }
}

const isOver = (thrown: unknown): boolean => thrown instanceof AppError && thrown.code === 'CHALLENGE_NOT_FOUND'
