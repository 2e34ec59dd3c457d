import { element, on } from '../ui/element.ts'
import { button, panelBody, panelFoot, panelIntro, setDisabled } from '../ui/parts.ts'
import { messages } from './messages.ts'

type Options = { phrase: string; save(): void; resolve(): void; back(): void }

/** The backup becomes an unlock method once the visitor confirms that file and words are saved. */
export const newKitPanel = ({ phrase, save, resolve, back }: Options): HTMLElement => {
  const sure = element('input', { type: 'checkbox', id: 'kit-sure' })
  const finish = button(messages.kitConfirm, resolve, 'primary')
  let isDownloaded = false
  const judge = (): void => setDisabled(finish, !isDownloaded || !sure.checked)
  on(sure, { change: judge })
  judge()

  const words = element('ol', { class: 'words', 'aria-label': messages.kitWords })
  words.append(...phrase.split(' ').map((word) => element('li', {}, word)))
  const download = button(
    messages.kitDownload,
    () => {
      save()
      isDownloaded = true
      judge()
    },
    'plain',
  )
  return element(
    'div',
    {},
    panelBody(
      panelIntro({ title: messages.kitTitle, lead: messages.kitLead }),
      element('p', { class: 'section-title' }, messages.kitWords),
      words,
      download,
      element('div', { class: 'check' }, sure, element('label', { for: 'kit-sure' }, messages.kitSure)),
    ),
    panelFoot(finish, button(messages.back, back, 'quiet')),
  )
}
