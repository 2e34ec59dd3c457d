import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { clockText, startCountdown } from '../login/countdown.ts'
import { element } from '../ui/element.ts'
import { button, panelBody, panelFoot, panelIntro, setDisabled } from '../ui/parts.ts'
import { timeText } from './texts.ts'
import { messages } from './unlockMethodMessages.ts'

type Options = { readyAt: number; again(): void; stop(): void; back(): void }

/** Shows how long the visitor must wait for the seed phrase. The visitor may leave the panel and come back. */
export const exportWaitPanel = ({ readyAt, again, stop, back }: Options) => {
  const figure = element('p', { class: 'figure', role: 'timer' })
  const go = button(messages.waitAgain, again, 'primary')
  const head = panelIntro({
    picture: 'clock',
    title: messages.waitTitle,
    lead: fillText(messages.wait, { time: timeText(readyAt) }),
  })
  head.append(figure)
  const root = element(
    'div',
    {},
    panelBody(head),
    panelFoot(go, button(messages.waitStop, stop), button(messages.back, back, 'quiet')),
  )
  const close = startCountdown(readyAt, (seconds) => {
    figure.textContent = clockText(seconds)
    setDisabled(go, seconds > 0)
  })
  return { root, close }
}
