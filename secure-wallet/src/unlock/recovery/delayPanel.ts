import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { errorText } from '../../languages/errorText.ts'
import { clockText, startCountdown } from '../../login/countdown.ts'
import { messages } from '../../login/messages.ts'
import { timeText } from '../../settings/texts.ts'
import { element } from '../../ui/element.ts'
import { button, errorLine, panelBody, panelFoot, panelIntro, setDisabled } from '../../ui/parts.ts'

type Options = {
  releaseAt: number
  hasNoStorage: boolean
  done(): void
  /** Leads back to the list of recovery methods. The delay goes on. */
  otherWay(): void
  /** Leaves the recovery. The delay goes on. */
  leave(): void
  /** Ends the recovery. */
  cancel(): Promise<void>
}

/** Says when the delay ends, and what can be done until then. The countdown has the role `timer`, so screen readers don't announce each second. */
export const delayPanel = ({ releaseAt, hasNoStorage, done, otherWay, leave, cancel }: Options) => {
  const { recover: text } = messages
  const figure = element('p', { class: 'figure', role: 'timer' })
  const problem = errorLine('hint--centre')
  const stop = async (pressed: HTMLElement): Promise<void> => {
    setDisabled(pressed, true)
    problem.setText('')
    try {
      await cancel()
    } catch (thrown) {
      problem.setText(errorText(thrown))
      setDisabled(pressed, false)
    }
  }
  const title = fillText(text.delayTitle, { time: timeText(releaseAt) })
  const head = panelIntro({ picture: 'clock', title, lead: text.delay })
  head.append(figure)
  const root = element(
    'div',
    {},
    panelBody(
      head,
      element('p', { class: 'legal' }, text.delayMeanwhile),
      element('p', { class: 'legal' }, hasNoStorage ? text.stay : text.comeBack),
      problem.root,
    ),
    panelFoot(
      button(text.link.back, otherWay, 'primary'),
      button(text.delayLeave, leave),
      button(text.delayCancel, (pressed) => void stop(pressed), 'quiet'),
    ),
  )
  const close = startCountdown(releaseAt, (seconds) => {
    figure.textContent = clockText(seconds)
    if (seconds === 0) done()
  })
  return { root, close }
}
