import type { AccountState } from '../protocol/api/frameApi.ts'
import type { ChainNamespace } from '../protocol/caip/namespaces.ts'
import { hintKey } from './hook.ts'

/** The page's storage keeps this of each connection, so the next load asks the same wallet. It holds no secret. */
type Hint = { [namespace in ChainNamespace]?: AccountState }

export const readHint = (): Hint => {
  try {
    return Object(JSON.parse(localStorage[hintKey] ?? 0))
  } catch {
    // The entry is not a hint, or the page has no storage.
    return {}
  }
}

/** Forgets the namespace if there is no account. */
export const remember = (namespace: ChainNamespace, account?: object): void => {
  try {
    // The next load starts with this status, until the wallet answers.
    const hinted = account && { ...account, status: 'reconnecting' }
    const text = JSON.stringify({ ...readHint(), [namespace]: hinted })
    if (text === '{}') localStorage.removeItem(hintKey)
    else localStorage[hintKey] = text
  } catch {
    // The page has no storage.
  }
}
