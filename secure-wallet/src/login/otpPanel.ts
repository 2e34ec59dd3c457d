import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { errorText } from '../languages/errorText.ts'
import { element } from '../ui/element.ts'
import {
  button,
  errorLine,
  notice,
  panelBody,
  panelIntro,
  sentenceWithValues,
  setDisabled,
  spinner,
} from '../ui/parts.ts'
import type { PrepareCodeWindow } from '../windows/flows/codeRequest.ts'
import { explainTakenKeyboard } from './keyboardNotice.ts'
import { messages } from './messages.ts'
import { offerCodeWindow } from './offerCodeWindow.ts'
import { createOtpInput } from './otpInput.ts'
import { resendButton } from './resendButton.ts'

type Options = {
  email: string
  isLong?: boolean
  /** Requests another mail with a code. Null if the server cannot send another code for this login. */
  resend: { at: number; again(): Promise<number> } | null
  /** Sends the code to the server. Resolves if the code is right. */
  submit(code: string): Promise<void>
  /** Starts another login. Rejects if the server refuses a login now. */
  restart(): unknown
  other?: () => void
  /** Prepares a wallet window for the code. Null in a wallet window. */
  prepareWindow?: PrepareCodeWindow | null
}

/** Asks for an OTP. If the code has expired, is used up or was replaced, the panel says so. */
export const otpPanel = (options: Options) => {
  const { email, isLong = false, resend, submit, restart, other, prepareWindow = null } = options
  const { code: text } = messages
  const state = element('p', { class: 'legal', role: 'status' }, text.valid)
  const problem = errorLine('hint--centre')
  const noticeArea = element('div', {})
  const keyboardArea = element('div', {})
  const ended = new AbortController()
  const footer = element('div', { class: 'foot' })
  const showFooter = (...parts: HTMLElement[]): void =>
    footer.replaceChildren(...parts, ...(other ? [button(messages.otherEmail, other, 'quiet')] : []))
  let isChecking = false

  const check = async (code: string): Promise<void> => {
    if (isChecking) return
    isChecking = true
    otp.setDisabled(true)
    problem.setText('')
    state.replaceChildren(spinner(), ` ${text.checking}`)
    try {
      await submit(code)
    } catch (thrown) {
      state.replaceChildren(text.valid)
      fail(thrown)
    }
    isChecking = false
  }
  const fail = (thrown: unknown): void => {
    const code = thrown instanceof AppError ? thrown.code : 'INTERNAL_ERROR'
    const ending = endings()[code]
    if (ending) return void end(ending, code === 'CHALLENGE_NOT_FOUND' || !resend)
    otp.setDisabled(false)
    otp.clear()
    if (code === 'CODE_WRONG') otp.shake()
    problem.setText(errorText(thrown))
  }
  const failed = (thrown: unknown): void => {
    problem.setText(thrown === null ? '' : errorText(thrown))
    if (thrown instanceof AppError && thrown.code === 'CHALLENGE_NOT_FOUND') fail(thrown)
  }
  const end = ([headline, line]: readonly [string, string], isOver: boolean): void => {
    state.replaceChildren()
    otp.clear()
    otp.setDisabled(true)
    noticeArea.replaceChildren(notice('warn', 'clock', headline, line))
    const next = isOver
      ? button(messages.again, (pressed) => void attempt(pressed, restart, failed), 'primary')
      : button(messages.sendNew, (pressed) => void attempt(pressed, renew, failed), 'primary')
    showFooter(next)
    next.focus()
  }
  const renew = async (): Promise<void> => {
    const resendAt = await resend?.again()
    if (resendAt !== undefined && !ended.signal.aborted) acceptCode(resendAt)
  }
  let again: ReturnType<typeof resendButton> | undefined
  const acceptCode = (resendAt: number | null): void => {
    again?.close()
    noticeArea.replaceChildren()
    problem.setText('')
    state.replaceChildren(text.valid)
    otp.setDisabled(false)
    otp.clear()
    if (!resend || resendAt === null) {
      showFooter()
      return
    }
    again = createResend({ resend, resendAt, otp, state, problem })
    showFooter(again.root)
  }

  const otp = createOtpInput((code) => void check(code), isLong)
  const head = panelIntro({ title: text.title, lead: sentenceWithValues(text.lead, { email }) })
  const root = element('div', {}, panelBody(head, otp.root, keyboardArea, problem.root, state, noticeArea), footer)
  explainTakenKeyboard({
    ...{ secret: 'code', root, area: keyboardArea, signal: ended.signal },
    ...offerCodeWindow({
      prepare: prepareWindow && (() => prepareWindow({ email, isLong }, ended.signal)),
      entered: async (code) => {
        keyboardArea.replaceChildren()
        await check(code)
      },
      problem,
      signal: ended.signal,
    }),
    cover: otp.cover,
    clear: otp.clear,
    setDisabled: (isDisabled) => otp.setDisabled(isDisabled || isChecking),
  })
  acceptCode(resend?.at ?? null)
  const close = (): void => {
    ended.abort()
    again?.close()
  }
  return { root, close }
}

type ResendParts = {
  resend: NonNullable<Options['resend']>
  resendAt: number
  otp: ReturnType<typeof createOtpInput>
  state: HTMLElement
  problem: ReturnType<typeof errorLine>
}
const createResend = ({ resend, resendAt, otp, state, problem }: ResendParts) =>
  resendButton({
    resendAt,
    resend: async () => {
      const next = await resend.again()
      otp.setDisabled(false)
      otp.clear()
      return next
    },
    resent: (failure) => {
      if (failure === null) state.replaceChildren(messages.sent)
      problem.setText(failure ?? '')
    },
  })

/** Runs the action of a button, which works again after that. Reports null before the action, and then its failure. */
const attempt = async (pressed: HTMLElement, run: () => unknown, failed: (thrown: unknown) => void): Promise<void> => {
  setDisabled(pressed, true)
  failed(null)
  try {
    await run()
  } catch (thrown) {
    failed(thrown)
  }
  setDisabled(pressed, false)
}

const endings = (): { readonly [code: string]: readonly [string, string] } => ({
  CODE_EXPIRED: [messages.code.expiredTitle, messages.code.expired],
  CODE_DEAD: [messages.code.deadTitle, messages.code.dead],
  CHALLENGE_NOT_FOUND: [messages.code.endedTitle, messages.code.ended],
})
