import type { AccountState } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { accountKey, type RememberedAccount } from '../core/domain/rememberedAccount.ts'
import { type HandoverElement, scriptId } from './handover.ts'

/**
 * The second inline script of the document, at most 1 KB. It chooses what the first paint shows. This is the prerendered
 * list of wallets, the account of the last visit, or a card with only a close button. It also tells the host page if the
 * visitor leaves before the core has loaded, and if the core fails to load.
 */

const byId = (id: string) => document.getElementById(id)
const root = byId('root')
// The `#` becomes a part of the first key, which this script does not read.
const fragment = new URLSearchParams(location.hash)
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
  const { content } = byId('account') as HTMLTemplateElement
  if (another || connected?.caipAddress !== caipAddress || lang !== document.documentElement.lang) return
  for (const element of content.querySelectorAll<HTMLElement>('[data-fact]')) {
    const fact = facts[element.dataset.fact as string]
    if (fact) element.textContent = fact
    else (element.closest('li') ?? element).remove()
  }
  document.head.append((byId('styles') as HTMLTemplateElement).content)
  root.replaceChildren(content)
  root.dataset.account = caipAddress
  root.hidden = false
}

addEventListener(
  'error',
  ({ target }) =>
    // The core's script is the only element with a type that can fail to load.
    (target as HTMLScriptElement).type && parent.postMessage({ t: 'refused', reason: 'CHUNK_FAILED' }, '*'),
  true,
)
const { handover } = byId(scriptId) as Required<HandoverElement>
handover.leave = () =>
  // Calls the host page's `close`, without an id, because nothing waits for the answer.
  handover.connected.then(({ port }) =>
    port.postMessage('{"path":["close"],"argumentList":[{"value":{"outcome":"closed"}}]}'),
  )

// A document without views has no root.
if (root) {
  root.hidden = view !== 'Connect'
  try {
    if (view === 'Account') showAccount(root)
  } catch {
    // Nothing is stored, or the browser denies the storage.
  }
}
