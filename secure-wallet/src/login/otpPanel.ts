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
import type { CodeWindow, PrepareCodeWindow } from '../windows/flows/codeRequest.ts'
import { explainTakenKeyboard } from './keyboardNotice.ts'
import { messages } from './messages.ts'
import { createOtpInput } from './otpInput.ts'
import { resendButton } from './resendButton.ts'

type Options = {
  email: string
  isLong?: boolean
  title?: string
  lead?: string | Node
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
export const otpPanel = ({
  email,
  isLong = false,
  title,
  lead,
  resend,
  submit,
  restart,
  other,
  prepareWindow = null,
}: Options) => {
  const { code: text } = messages
  const state = element('p', { class: 'legal', role: 'status' }, text.valid)
  const problem = errorLine('hint--centre')
  const noticeArea = element('div', {})
  const keyboardArea = element('div', {})
  const ended = new AbortController()
  const footer = element('div', { class: 'foot' })
  let isChecking = false
  let isClosed = false

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
  const end = ([headline, line]: readonly [string, string], isOver: boolean): void => {
    state.replaceChildren()
    otp.clear()
    otp.setDisabled(true)
    noticeArea.replaceChildren(notice('warn', 'clock', headline, line))
    const next = isOver
      ? button(messages.again, (pressed) => void attempt(pressed, restart), 'primary')
      : button(messages.sendNew, (pressed) => void attempt(pressed, renew), 'primary')
    footer.replaceChildren(next, ...(other ? [button(messages.otherEmail, other, 'quiet')] : []))
    next.focus()
  }
  const renew = async (): Promise<void> => {
    const resendAt = await resend?.again()
    if (resendAt !== undefined && !isClosed) acceptCode(resendAt)
  }
  /** Runs the action of a button. After a failure, shows the reason and enables the button again. */
  const attempt = async (pressed: HTMLElement, run: () => unknown): Promise<void> => {
    setDisabled(pressed, true)
    problem.setText('')
    try {
      await run()
    } catch (thrown) {
      problem.setText(errorText(thrown))
      if (thrown instanceof AppError && thrown.code === 'CHALLENGE_NOT_FOUND') fail(thrown)
    }
    setDisabled(pressed, false)
  }
  let again: ReturnType<typeof resendButton> | undefined
  const acceptCode = (resendAt: number | null): void => {
    again?.close()
    noticeArea.replaceChildren()
    problem.setText('')
    state.replaceChildren(text.valid)
    otp.setDisabled(false)
    otp.clear()
    if (!resend || resendAt === null)
      return void footer.replaceChildren(...(other ? [button(messages.otherEmail, other, 'quiet')] : []))
    again = resendButton({
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
    footer.replaceChildren(again.root, ...(other ? [button(messages.otherEmail, other, 'quiet')] : []))
  }

  let prepared: Promise<CodeWindow> | undefined
  const offerWindow = async (): Promise<void> => {
    if (!prepareWindow || prepared) return
    try {
      prepared = prepareWindow({ email, isLong }, ended.signal)
      const code = await (await prepared).code
      keyboardArea.replaceChildren()
      await check(code)
    } catch (thrown) {
      if (!isClosed) problem.setText(errorText(thrown))
    }
    prepared = undefined
  }
  const openWindow = async (): Promise<void> => {
    const isOpen = (await prepared?.catch(() => undefined))?.open()
    if (!isOpen) problem.setText(messages.keyboard.blocked)
  }

  const otp = createOtpInput((code) => void check(code), isLong)
  const head = panelIntro({ title: title ?? text.title, lead: lead ?? sentenceWithValues(text.lead, { email }) })
  const root = element('div', {}, panelBody(head, otp.root, keyboardArea, problem.root, state, noticeArea), footer)
  explainTakenKeyboard({
    ...{ secret: 'code', root, area: keyboardArea, signal: ended.signal },
    openWindow: prepareWindow && (() => void openWindow()),
    offered: () => void offerWindow(),
    cover: otp.cover,
    clear: otp.clear,
    setDisabled: (isDisabled) => otp.setDisabled(isDisabled || isChecking),
  })
  acceptCode(resend?.at ?? null)
  const close = (): void => {
    isClosed = true
    ended.abort()
    again?.close()
  }
  return { root, close }
}

const endings = (): { readonly [code: string]: readonly [string, string] } => ({
  CODE_EXPIRED: [messages.code.expiredTitle, messages.code.expired],
  CODE_DEAD: [messages.code.deadTitle, messages.code.dead],
  CHALLENGE_NOT_FOUND: [messages.code.endedTitle, messages.code.ended],
})
