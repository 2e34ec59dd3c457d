import type { AccountState, FrameConnectorId } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { atom } from 'jotai/vanilla'
import { setAccountAtom } from './accounts.ts'
import { hostAtom } from './peers.ts'

/** Ids of connectors whose sessions live in this frame. */
const heldIds = { walletConnect: true, embedded: true } as const satisfies Record<FrameConnectorId, true>

export const isFrameConnectorId = (connectorId: unknown): connectorId is FrameConnectorId =>
  typeof connectorId === 'string' && Object.hasOwn(heldIds, connectorId)

/** Reports an account to the page before the frame shows it. So the page knows the connection when the modal closes. */
export const announceAccountAtom = atom(
  null,
  async (get, set, namespace: ChainNamespace, account: AccountState): Promise<void> => {
    await get(hostAtom)?.account(namespace, account)
    set(setAccountAtom, namespace, account)
  },
)
