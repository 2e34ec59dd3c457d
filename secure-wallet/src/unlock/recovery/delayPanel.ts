import { clockText, countDown } from '../../login/countdown.ts'
import { messages } from '../../login/messages.ts'
import { element } from '../../ui/element.ts'
import { body, hero } from '../../ui/parts.ts'

type Options = { releaseAt: number; keepsNothing: boolean; done(): void }

/** Counts down before the eyes of whoever stays; only each minute is said aloud. */
export const delayPanel = ({ releaseAt, keepsNothing, done }: Options) => {
  const { recover: text } = messages
  const figure = element('p', { class: 'figure', role: 'timer' })
  const head = hero({ title: text.delayTitle, lead: text.delay })
  head.append(figure)
  const root = element(
    'div',
    {},
    body(head, element('p', { class: 'legal' }, keepsNothing ? text.stay : text.comeBack)),
  )
  const close = countDown(releaseAt, (seconds) => {
    figure.textContent = clockText(seconds)
    if (seconds === 0) done()
  })
  return { root, close }
}
