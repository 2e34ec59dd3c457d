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
import { messages } from './messages.ts'
import { otpPanel } from './otpPanel.ts'
import { showPanelUntilDone } from './panelUntil.ts'
import type { SiteTokens } from './siteTokens.ts'
import type { SolveWork } from './solveWork.ts'
import { showFailure, workingPanel } from './workingPanel.ts'

const mostTries = 4

type Options = {
  server: ServerClient
  surface: PanelSurface
  site: { projectId: string; host: string }
  locale(): string
  siteTokens: SiteTokens
  solveWork: SolveWork
  /** Asks the visitor to solve the operator's CAPTCHA. Null without one. */
  solveCaptcha: SolveCaptcha | null
  /** Null in a wallet window. */
  prepareWindow: PrepareCodeWindow | null
}
type MailMeans = Pick<Options, 'server' | 'siteTokens' | 'solveWork' | 'solveCaptcha'>
export type SolveCaptcha = (signal: AbortSignal) => Promise<string>
/** `otherEmail`: the visitor wants to log in with another e-mail address. */
type LoginEnd = { signedIn: LoginResult } | 'otherEmail'

/** Logs the visitor in by e-mail, with an OTP and its panel. */
export const createEmailLogin = ({ server, surface, site, locale, prepareWindow, ...means }: Options) => {
  const requestMail = createMailRequest({ server, ...means })
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
    if (login?.state !== 'VERIFY_OTP') throw thrown
    return login
  }

  /** Shows the panel of one login after another, starting with `first`, until one ends. */
  const run = async (email: string, first: EmailLogin, signal: AbortSignal): Promise<LoginEnd> => {
    let login = first
    for (;;) {
      const next = await enterCode(email, login, signal)
      if (next === 'otherEmail' || 'signedIn' in next) return next
      login = next
    }
  }

  const enterCode = (email: string, login: EmailLogin, signal: AbortSignal): Promise<LoginEnd | EmailLogin> =>
    showPanelUntilDone<LoginEnd | EmailLogin>(signal, (resolve, reject) => {
      const again = async (): Promise<number> => {
        const next = await requestMail(`login/${login.challengeId}/resend`, {}, signal)
        // After too many wrong codes the server mails a long code, which needs another panel.
        if (next.longCode !== login.longCode) resolve(next)
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

  return { begin: createBegin(surface, start), run, prepare: means.siteTokens.prepare }
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
 * Requests a login mail, and meets the conditions of the server: a proof of work, and a CAPTCHA. Other mails may reach
 * the mailbox meanwhile, so the server may require harder work once more. The visitor may try a CAPTCHA as often as they
 * like. Calls `solving` before the first condition. The site token stays the same, because the server uses it up only with a
 * mail.
 */
const createMailRequest =
  ({ server, solveWork, solveCaptcha, siteTokens }: MailMeans) =>
  async (path: string, body: object, signal: AbortSignal, solving?: () => Promise<void>): Promise<EmailLogin> => {
    let work: SolvedWork | undefined
    let captcha: string | undefined
    const siteToken = await siteTokens.take()
    if (signal.aborted) throw new AppError(commonErrors.USER_REJECTED)
    for (let solved = 0; ; ) {
      const asked = {
        ...body,
        ...(siteToken !== undefined && { siteToken }),
        ...(work && { work }),
        ...(captcha !== undefined && { captcha }),
      }
      const answer = await server({ method: 'POST', path, body: asked, timeoutMs: 20_000 })
      const parsed = parseAnswer(mailAnswerSchema, answer)
      if ('challengeId' in parsed) return parsed
      if (signal.aborted) throw new AppError(commonErrors.USER_REJECTED)
      const isWork = 'work' in parsed
      if (isWork ? ++solved >= mostTries : !solveCaptcha) throw new AppError(walletErrors.MAIL_NOT_SENT)
      if (!work && captcha === undefined) await solving?.()
      if (isWork) work = await solveWork(parsed.work, signal)
      else captcha = await solveCaptcha?.(signal)
    }
  }
