import type { AccountState } from '../protocol/api/frameApi.ts'
import type { ChainNamespace } from '../protocol/caip/namespaces.ts'
import { hintKey } from './hook.ts'

/** What the page's storage keeps of each connection, so that the next load can ask the same wallet. Nothing secret. */
type Hint = { [namespace in ChainNamespace]?: AccountState }

export const readHint = (): Hint => {
  try {
    return Object(JSON.parse(localStorage[hintKey] ?? 0))
  } catch {
    // Not a hint, or a page without storage.
    return {}
  }
}

/** Without an account the namespace is forgotten. */
export const remember = (namespace: ChainNamespace, account?: object): void => {
  try {
    // As it is at the next load, until the wallet has answered.
    const hinted = account && { ...account, status: 'reconnecting' }
    const text = JSON.stringify({ ...readHint(), [namespace]: hinted })
    if (text === '{}') localStorage.removeItem(hintKey)
    else localStorage[hintKey] = text
  } catch {
    // A page without storage forgets.
  }
}
