import type { AccountState, HeldConnectorId } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { atom } from 'jotai/vanilla'
import { setAccountAtom } from './accounts.ts'
import { hostAtom } from './peers.ts'

/** Connectors whose sessions live in this frame, by the id under which the page knows them. */
const heldIds = { walletConnect: true, embedded: true } as const satisfies Record<HeldConnectorId, true>

export const isHeldId = (connectorId: unknown): connectorId is HeldConnectorId =>
  typeof connectorId === 'string' && Object.hasOwn(heldIds, connectorId)

/**
 * Tells the page what a connection that this frame holds is now, and then shows it here: a modal that closes on the
 * connection closes on a page that knows it.
 */
export const announceAccountAtom = atom(
  null,
  async (get, set, namespace: ChainNamespace, account: AccountState): Promise<void> => {
    await get(hostAtom)?.account(namespace, account)
    set(setAccountAtom, namespace, account)
  },
)
