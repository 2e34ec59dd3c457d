import { loadWindowLanguage } from '../languages/loadLanguage.ts'
import { element } from '../ui/element.ts'
import { listRow, panelBody, panelIntro, rowList } from '../ui/parts.ts'
import { kitPanel } from '../unlock/recovery/kitPanel.ts'
import type { WalletName } from '../worker/contract.ts'
import { exportPanel } from './exportPanel.ts'
import { messages } from './messages.ts'
import { openRecoveryKit } from './openKit.ts'
import '../ui/controls.css'

const show = (...parts: HTMLElement[]): void =>
  document.body.replaceChildren(element('main', { class: 'panel' }, ...parts))

/** Shows both addresses of the kit. They belong to the seed; otherwise the kit would not have opened. */
const opened = ({ accounts: { eip155, solana } }: WalletName): HTMLElement =>
  panelBody(
    panelIntro({ picture: 'check', title: messages.offline.openedTitle, lead: messages.offline.opened }),
    rowList(
      listRow({ picture: 'key', name: messages.offline.ethereum, line: eip155 }),
      listRow({ picture: 'key', name: messages.offline.solana, line: solana }),
    ),
  )

const start = (): void => {
  const head = panelBody(panelIntro({ picture: 'key', title: messages.offline.title, lead: messages.offline.lead }))
  const form = kitPanel({
    open: async (file, phrase) => {
      const words = await openRecoveryKit(file, phrase)
      show(opened(file.wallet), exportPanel(words, start).root)
    },
    back: null,
    openWindow: null,
    signal: new AbortController().signal,
  })
  show(head, form)
}
void loadWindowLanguage().then(start)
