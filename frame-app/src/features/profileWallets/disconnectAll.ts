import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { atom } from 'jotai/vanilla'
import { accountsAtom } from '../../core/state/accounts.ts'
import { disconnectAtom } from '../../core/state/connections.ts'

/** Disconnects all namespaces, even if one wallet fails to disconnect. */
export const disconnectAllAtom = atom(null, async (get, set) => {
  const accounts = get(accountsAtom)
  const held = (Object.keys(accounts) as ChainNamespace[]).filter((name) => accounts[name].status !== 'disconnected')
  const ends = await Promise.allSettled(held.map((name) => set(disconnectAtom, name)))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
})
