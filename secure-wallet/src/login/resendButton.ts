import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { errorText } from '../languages/errorText.ts'
import { button, setDisabled, setText } from '../ui/parts.ts'
import { startCountdown } from './countdown.ts'
import { messages } from './messages.ts'

type Options = {
  resendAt: number
  text?: string
  /** Requests another mail. Resolves to the time at which the visitor may request the next mail. */
  resend(): Promise<number>
  /** Called after each request for a mail. `problem` is the error text, or null after a success. */
  resent(problem: string | null): void
}

/**
 * A button that requests another mail. The server enforces the cooldown between mails; the button's countdown only
 * shows it.
 */
export const resendButton = ({ resendAt, text = messages.resend, resend, resent }: Options) => {
  let stop = (): void => undefined
  let isClosed = false
  const press = async (): Promise<void> => {
    setDisabled(root, true)
    // The browser may have to solve a proof of work first.
    setText(root, messages.working.title)
    try {
      wait(await resend())
      resent(null)
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'EMAIL_COOLDOWN')
        wait(Date.now() + Number(thrown.values.n ?? 0) * 1_000)
      else {
        setText(root, text)
        setDisabled(root, false)
      }
      resent(errorText(thrown))
    }
  }
  const root = button(text, () => void press(), 'quiet')
  const wait = (until: number): void => {
    stop()
    // The panel may close before the server has sent the mail.
    if (isClosed) return
    stop = startCountdown(until, (seconds) => {
      setDisabled(root, seconds > 0)
      setText(root, seconds > 0 ? fillText(messages.resendIn, { n: seconds }) : text)
    })
  }
  wait(resendAt)
  const close = (): void => {
    isClosed = true
    stop()
  }
  return { root, close }
}
