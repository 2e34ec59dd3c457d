import type { EmailLogin, EmailLoginRequest, LoginResult } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import type { ServerClient } from '../session/serverClient.ts'
import { emailLoginSchema, parseAnswer, signedInSchema } from '../session/serverSchemas.ts'
import { type PanelSurface, showText } from '../ui/surface.ts'
import type { PrepareCodeWindow } from '../windows/flows/codeRequest.ts'
import { deviceConfirmationEndedPanel, deviceConfirmationPanel } from './devicePanel.ts'
import { otpPanel } from './otpPanel.ts'
import { showPanelUntilDone } from './panelUntil.ts'

/** The time limit of one poll. It is longer than the server keeps a poll open. */
const pollMs = 35_000
const retryMs = 2_000

type Options = {
  server: ServerClient
  surface: PanelSurface
  site: { projectId: string; host: string }
  locale(): string
  /** Null in a wallet window. */
  prepareWindow: PrepareCodeWindow | null
}
/** `otherEmail`: the visitor wants to log in with another e-mail address. */
type LoginEnd = { signedIn: LoginResult } | 'otherEmail'

/** Logs the visitor in by e-mail: with the device confirmation, the OTP, and the panels of both. */
export const createEmailLogin = ({ server, surface, site, locale, prepareWindow }: Options) => {
  let last: { email: string; login: EmailLogin } | null = null
  const begin = async (email: string): Promise<EmailLogin> => {
    const login = await start(email).catch((thrown) => resume(email, thrown))
    last = { email, login }
    return login
  }
  const start = async (email: string): Promise<EmailLogin> => {
    const body: EmailLoginRequest = { ...site, email, locale: locale() }
    return parseAnswer(emailLoginSchema, await server({ method: 'POST', path: 'login/email', body, timeoutMs: 20_000 }))
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
  const resend = async ({ challengeId }: EmailLogin): Promise<EmailLogin> => {
    const path = `login/${challengeId}/resend`
    return parseAnswer(emailLoginSchema, await server({ method: 'POST', path, body: {}, timeoutMs: 20_000 }))
  }

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
        resend: () => resend(login),
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
        const next = await resend(login)
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
        restart: async () => resolve(await begin(email)),
        other: () => resolve('otherEmail'),
      })
      surface.show('verifyCode', panel.root).catch(reject)
      return panel.close
    })

  const showEnd = (email: string, { state }: EmailLogin, signal: AbortSignal): Promise<EmailLogin | 'otherEmail'> =>
    showPanelUntilDone<EmailLogin | 'otherEmail'>(signal, (resolve, reject) => {
      const restart = async (): Promise<void> => resolve(await begin(email))
      const why = state === 'REFUSED' ? 'REFUSED' : 'EXPIRED'
      const draw = () => deviceConfirmationEndedPanel(why, email, restart, () => resolve('otherEmail'))
      showText(surface, 'verifyDevice', draw).catch(reject)
      return () => undefined
    })

  return { begin, run }
}

export type EmailLoginFlow = ReturnType<typeof createEmailLogin>

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
