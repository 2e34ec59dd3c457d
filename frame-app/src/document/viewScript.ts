import { accountKey, type RememberedAccount } from '../core/domain/rememberedAccount.ts'

/**
 * The second inline script of the document, at most 1 KB. It chooses what the first paint shows. This is the prerendered
 * list of wallets, the account of the last visit, or a card with only a close button.
 */

type Templates = [HTMLTemplateElement, HTMLTemplateElement]

const root = document.getElementById('root')
const fragment = new URLSearchParams(location.hash.slice(1))
const accounts = fragment.get('accounts') as string
const view = fragment.get('view') || (/"(connected|reconnecting)"/.test(accounts) ? 'Account' : 'Connect')

/** Fills the account view with the facts of the last visit. Throws an error without such facts. */
const showAccount = (root: HTMLElement): void => {
  const stored = localStorage[`@appkit/${location.ancestorOrigins?.[0]}/${accountKey}`]
  const { caipAddress, template, facts }: RememberedAccount = JSON.parse(stored)
  const [{ content }, styles] = [template, 'account-styles'].map((id) => document.getElementById(id)) as Templates
  if (!accounts.includes(`"${caipAddress}"`)) return
  for (const element of content.querySelectorAll<HTMLElement>('[data-fact]')) {
    const fact = facts[element.dataset.fact as string]
    if (fact) element.textContent = fact
    else (element.closest('li') ?? element).remove()
  }
  root.replaceChildren(styles.content, content)
  root.dataset.view = view
  root.hidden = false
}

// A document without views has no root.
if (root) {
  root.hidden = view !== 'Connect'
  try {
    if (view === 'Account') showAccount(root)
  } catch {
    // Nothing is stored, or the browser denies the storage.
  }
}
