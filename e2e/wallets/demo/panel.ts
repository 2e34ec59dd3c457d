import css from './panel.css?inline'
import type { WalletStore } from './state.ts'

export type PanelQuestion = { title: string; facts: [name: string, value: string][] }
type Panel = { ask(question: PanelQuestion): Promise<boolean> }

/** The wallet's interface: a small tab in the corner of the page, and a dialog that shows one question at a time. */
export function createWalletPanel(store: WalletStore, addressOf: (index: number) => string): Panel {
  const host = document.createElement('div')
  host.id = 'demo-wallet'
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]
  document.body.append(host)

  const account = element('span', { className: 'account' })
  const lock = element('button', { type: 'button' })
  const next = element('button', { type: 'button', textContent: 'Next' })
  const tab = element('section', { className: 'tab', ariaLabel: 'Test wallet' })
  tab.append(element('strong', { textContent: 'Test Wallet' }), account, lock, next)
  root.append(tab)
  lock.onclick = () => store.set({ locked: !store.get().locked })
  next.onclick = () => store.set({ account: (store.get().account + 1) % 3 })
  const draw = () => {
    const state = store.get()
    const address = addressOf(state.account)
    account.textContent = state.locked ? 'Locked' : `${address.slice(0, 6)}…${address.slice(-4)}`
    lock.textContent = state.locked ? 'Unlock' : 'Lock'
  }
  store.watch(draw)
  draw()

  let queue: Promise<unknown> = Promise.resolve()
  return {
    ask(question) {
      const answer = queue.then(() => show(root, question))
      queue = answer
      return answer
    },
  }
}

/** A modal dialog, so that it covers the page's open dialogs, as an extension's window would. */
function show(root: ShadowRoot, { title, facts }: PanelQuestion): Promise<boolean> {
  const heading = element('h2', { textContent: title, id: 'title' })
  const list = element('dl', {})
  for (const [name, value] of facts) {
    list.append(element('dt', { textContent: name }), element('dd', { textContent: value }))
  }
  const reject = element('button', { type: 'button', textContent: 'Reject' })
  const approve = element('button', { type: 'button', textContent: 'Approve', className: 'primary' })
  const buttons = element('div', { className: 'buttons' })
  buttons.append(reject, approve)
  const dialog = element('dialog', {})
  dialog.setAttribute('aria-labelledby', 'title')
  dialog.append(element('p', { className: 'name', textContent: 'Test Wallet' }), heading, list, buttons)
  root.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      dialog.remove()
      resolve(yes)
    }
    approve.onclick = () => answer(true)
    reject.onclick = () => answer(false)
    dialog.oncancel = () => answer(false)
  })
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), properties)
}
