import type { KitFile } from '../keys/kit.ts'
import { element, on } from '../ui/element.ts'
import { body, button, foot, hero, setDisabled } from '../ui/parts.ts'
import { messages } from './messages.ts'

type Options = { file: KitFile; phrase: string; resolve(): void; back(): void }

/** Counts only when the visitor says that both halves are kept. */
export const newKitPanel = ({ file, phrase, resolve, back }: Options): HTMLElement => {
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
      save(file)
      isDownloaded = true
      judge()
    },
    'plain',
  )
  return element(
    'div',
    {},
    body(
      hero({ picture: 'doc', title: messages.kitTitle, lead: messages.kitLead }),
      element('p', { class: 'section-title' }, messages.kitWords),
      words,
      download,
      element('div', { class: 'check' }, sure, element('label', { for: 'kit-sure' }, messages.kitSure)),
    ),
    foot(finish, button(messages.back, back, 'quiet')),
  )
}

const save = (file: KitFile): void => {
  const url = URL.createObjectURL(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }))
  const link = element('a', { href: url, download: `recovery-kit-${file.wallet.accounts.eip155.slice(2, 8)}.json` })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
