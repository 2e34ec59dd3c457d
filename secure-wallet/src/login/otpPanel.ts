import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { errorText } from '../languages/errorText.ts'
import { element } from '../ui/element.ts'
import { body, button, hero, notice, problemLine, sentence, setDisabled, spinner } from '../ui/parts.ts'
import { messages } from './messages.ts'
import { codeBoxes } from './otpInput.ts'
import { resendButton } from './resendButton.ts'

type Options = {
  email: string
  isLong?: boolean
  title?: string
  lead?: string | Node
  /** Null where this code can't be sent again. */
  resend: { at: number; again(): Promise<number> } | null
  /** Resolves when the code was right. */
  submit(code: string): Promise<void>
  /** Rejects where there is no other one to start now. */
  restart(): unknown
  other?: () => void
}

/** Six boxes, and every way in which a code ends. */
export const codePanel = ({ email, isLong = false, title, lead, resend, submit, restart, other }: Options) => {
  const { code: text } = messages
  const state = element('p', { class: 'legal', role: 'status' }, text.valid)
  const problem = problemLine('hint--centre')
  const place = element('div', {})
  const footer = element('div', { class: 'foot' })
  let isChecking = false

  const check = async (code: string): Promise<void> => {
    if (isChecking) return
    isChecking = true
    boxes.setOff(true)
    problem.tell('')
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
    boxes.setOff(false)
    boxes.clear()
    if (code === 'CODE_WRONG') boxes.shake()
    problem.tell(errorText(thrown))
  }
  const end = ([headline, line]: readonly [string, string], isOver: boolean): void => {
    state.replaceChildren()
    boxes.clear()
    boxes.setOff(true)
    place.replaceChildren(notice('warn', 'clock', headline, line))
    const next = isOver
      ? button(messages.again, (pressed) => void goOn(pressed, restart), 'primary')
      : button(messages.sendNew, (pressed) => void goOn(pressed, renew), 'primary')
    footer.replaceChildren(next, ...(other ? [button(messages.otherEmail, other, 'quiet')] : []))
    next.focus()
  }
  const renew = async (): Promise<void> => {
    if (resend) arm(await resend.again())
  }
  /** What can't be done now is said, and the button stays. */
  const goOn = async (pressed: HTMLElement, run: () => unknown): Promise<void> => {
    setDisabled(pressed, true)
    problem.tell('')
    try {
      await run()
    } catch (thrown) {
      problem.tell(errorText(thrown))
      if (thrown instanceof AppError && thrown.code === 'CHALLENGE_NOT_FOUND') fail(thrown)
    }
    setDisabled(pressed, false)
  }
  let again: ReturnType<typeof resendButton> | undefined
  /** Ready for a code. */
  const arm = (resendAt: number | null): void => {
    again?.close()
    place.replaceChildren()
    problem.tell('')
    state.replaceChildren(text.valid)
    boxes.setOff(false)
    boxes.clear()
    if (!resend || resendAt === null)
      return void footer.replaceChildren(...(other ? [button(messages.otherEmail, other, 'quiet')] : []))
    again = resendButton({
      resendAt,
      resend: async () => {
        const next = await resend.again()
        boxes.setOff(false)
        boxes.clear()
        return next
      },
      told: (said) => {
        if (said === null) state.replaceChildren(messages.sent)
        problem.tell(said ?? '')
      },
    })
    footer.replaceChildren(again.root, ...(other ? [button(messages.otherEmail, other, 'quiet')] : []))
  }

  const boxes = codeBoxes((code) => void check(code), isLong)
  const head = hero({ title: title ?? text.title, lead: lead ?? sentence(text.lead, { email }) })
  const root = element('div', {}, body(head, boxes.root, problem.root, state, place), footer)
  arm(resend?.at ?? null)
  return { root, close: () => again?.close() }
}

const endings = (): { readonly [code: string]: readonly [string, string] } => ({
  CODE_EXPIRED: [messages.code.expiredTitle, messages.code.expired],
  CODE_DEAD: [messages.code.deadTitle, messages.code.dead],
  CHALLENGE_NOT_FOUND: [messages.code.endedTitle, messages.code.ended],
})
