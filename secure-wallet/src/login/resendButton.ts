import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { errorText } from '../languages/errorText.ts'
import { button, setDisabled, setText } from '../ui/parts.ts'
import { countDown } from './countdown.ts'
import { messages } from './messages.ts'

type Options = {
  resendAt: number
  text?: string
  /** Answers from when on another one may be asked for. */
  resend(): Promise<number>
  /** What went wrong, or null where it went well. */
  told(problem: string | null): void
}

/** The server has the say about when; the seconds here only show what it said. */
export const resendButton = ({ resendAt, text = messages.resend, resend, told }: Options) => {
  let stop = (): void => undefined
  const press = async (): Promise<void> => {
    setDisabled(root, true)
    try {
      wait(await resend())
      told(null)
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'EMAIL_COOLDOWN')
        wait(Date.now() + Number(thrown.values.n ?? 0) * 1_000)
      else setDisabled(root, false)
      told(errorText(thrown))
    }
  }
  const root = button(text, () => void press(), 'quiet')
  const wait = (until: number): void => {
    stop()
    stop = countDown(until, (seconds) => {
      setDisabled(root, seconds > 0)
      setText(root, seconds > 0 ? fillText(messages.resendIn, { n: seconds }) : text)
    })
  }
  wait(resendAt)
  return { root, close: () => stop() }
}
