import type { AccountState } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { visitorLeft } from '@appkit-frame/loader/protocol/wire/handshake.ts'
import { accountKey, type RememberedAccount } from '../core/domain/rememberedAccount.ts'
import { type HandoverElement, scriptId } from './handover.ts'

/**
 * The second inline script of the document, at most 1 KB. It chooses what the first paint shows. This is the prerendered
 * list of wallets, the account of the last visit, or a card with only a close button. It also tells the host page if the
 * visitor leaves before the core has loaded, and if the core fails to load.
 */

type Templates = [HTMLTemplateElement, HTMLTemplateElement]

const byId = (id: string) => document.getElementById(id)
const root = byId('root')
const fragment = new URLSearchParams(location.hash.slice(1))
const text = fragment.get('accounts') ?? '{}'
const accounts: AccountState[] = Object.values(JSON.parse(text))
const [connected, another] = accounts.filter(({ status }) => status === 'connected')
const view = fragment.get('view') || (connected || /"reconnecting"/.test(text) ? 'Account' : 'Connect')

/**
 * Fills the account view with the facts of the last visit. Throws an error without such facts. With two connected
 * accounts only the core knows which one the view will show. Facts in another language than the document's are not
 * shown.
 */
const showAccount = (root: HTMLElement): void => {
  const { caipAddress, lang, facts }: RememberedAccount = JSON.parse(
    localStorage[`@appkit/${location.ancestorOrigins?.[0]}/${accountKey}`],
  )
  const [{ content }, styles] = ['account', 'account-styles'].map(byId) as Templates
  if (another || connected?.caipAddress !== caipAddress || lang !== document.documentElement.lang) return
  for (const element of content.querySelectorAll<HTMLElement>('[data-fact]')) {
    const fact = facts[element.dataset.fact as string]
    if (fact) element.textContent = fact
    else (element.closest('li') ?? element).remove()
  }
  document.head.append(styles.content)
  root.replaceChildren(content)
  root.dataset.account = caipAddress
  root.hidden = false
}

const tellHost = (reason: string): void => parent.postMessage({ t: 'refused', reason }, '*')
// The core's script is the only element with a type that can fail to load.
addEventListener('error', ({ target }) => (target as HTMLScriptElement).type && tellHost('CHUNK_FAILED'), true)
const { handover } = byId(scriptId) as Required<HandoverElement>
handover.connected.then(({ wallets }) => {
  // A loader up to version 0.2.0 sends no list of wallets, and would show an error.
  if (wallets)
    handover.leave = () => {
      // The core must not close the next visit for this press.
      delete handover.press
      tellHost(visitorLeft)
    }
})

// A document without views has no root.
if (root) {
  root.hidden = view !== 'Connect'
  try {
    if (view === 'Account') showAccount(root)
  } catch {
    // Nothing is stored, or the browser denies the storage.
  }
}
