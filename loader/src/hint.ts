import type { AccountState } from '../protocol/api/frameApi.ts'
import type { ChainNamespace } from '../protocol/caip/namespaces.ts'
import { restoreHintKey } from './hook.ts'

/**
 * The restore hint: what the page's storage keeps of each connection. It holds no secret. After a reload `sync` of
 * `bridge/connection.ts` (EVM) and of `page/connections.ts` (other namespaces) asks the wallet of the hint again; only
 * a wallet that the frame holds starts the invisible frame.
 */
type Hint = { [namespace in ChainNamespace]?: AccountState }

export const readHint = (): Hint => {
  try {
    return Object(JSON.parse(localStorage[restoreHintKey] ?? 0))
  } catch {
    // The entry is not a hint, or the page has no storage.
    return {}
  }
}

/** Stores the hint of a namespace. Without an account it deletes the hint. */
export const storeHint = (namespace: ChainNamespace, account?: object): void => {
  try {
    // The next load of the page starts with this status, until the wallet answers.
    const hinted = account && { ...account, status: 'reconnecting' }
    const text = JSON.stringify({ ...readHint(), [namespace]: hinted })
    if (text === '{}') localStorage.removeItem(restoreHintKey)
    else localStorage[restoreHintKey] = text
  } catch {
    // A page without storage keeps no hint.
  }
}
