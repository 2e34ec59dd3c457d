import type { JsonRpcRequest } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { SecurePanel } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { isUnknownSignature } from '@appkit-frame/loader/protocol/rpc/methods.ts'
import { defineMethod } from '@appkit-frame/loader/protocol/wire/peer.ts'
import * as v from 'valibot'
import { parseOrThrow } from '../../domain/accountState.ts'
import { securePanelAtom, setSecurePanelAtom } from '../../state/embedded.ts'
import { hasLeftAtom } from '../../state/hasLeft.ts'
import { isOpenAtom } from '../../state/modal.ts'
import { showToastAtom } from '../../state/notices.ts'
import { answerRequest } from '../answerRequest.ts'
import type { ConnectorContext, EmbeddedWallet } from '../types.ts'
import { createEmbeddedAccounts, readReportedUser } from './accounts.ts'
import { createManagedSecureFrame } from './managedFrame.ts'

/** Delay before the toast for a refused method. */
const notAllowedMs = 300

const panel = v.object({
  view: v.picklist(['verifyCode', 'passkey', 'newWallet', 'recover', 'approve', 'settings', 'return']),
  height: v.pipe(
    v.number(),
    v.check((pixels) => pixels >= 1 && pixels <= 2_000),
  ),
})
const readPanel = ([value]: unknown[]): SecurePanel | null => (value === null ? null : parseOrThrow(panel, value))

/**
 * Connects the secure frame to the host page. The wallet's accounts become the connection of the host page, whose
 * requests go to the secure frame.
 */
export const openWallet = (context: ConnectorContext): EmbeddedWallet => {
  const { store } = context
  const accounts = createEmbeddedAccounts(context)
  /**
   * True from the moment when the visitor closes the panel until the secure frame has answered. In between the secure
   * frame may still resize the panel, which must stay closed.
   */
  let isLeaving = false
  const showPanel = (next: SecurePanel | null): void => store.set(setSecurePanelAtom, next)
  const frame = createManagedSecureFrame(context, {
    events: {
      panel: defineMethod(readPanel, (next) => {
        if (!isLeaving) showPanel(next)
      }),
      user: defineMethod(([value]) => readReportedUser(value), accounts.update),
    },
    onLost: () => showPanel(null),
  })

  /** Cancels a login in progress and declines the requests that wait for approval. */
  const leave = (): void => {
    accounts.cancelLogin()
    const shown = store.get(securePanelAtom)
    const secure = frame.current()
    if (!shown || !secure) return
    showPanel(null)
    isLeaving = true
    const left = shown.view === 'approve' ? secure.rpcAbort() : secure.leave()
    void left
      .catch(() => {})
      .finally(() => {
        isLeaving = false
      })
  }
  store.sub(isOpenAtom, () => {
    if (!store.get(isOpenAtom)) leave()
  })

  const endConnection = async (): Promise<void> => {
    accounts.clear()
    store.set(hasLeftAtom, true)
    try {
      await (await frame.secure()).disconnect()
    } finally {
      await accounts.announceLoss()
    }
  }
  let disconnecting: Promise<void> | undefined
  /** A login covers all namespaces. If several namespaces disconnect at once, the secure frame hears it only once. */
  const disconnect = (): Promise<void> => {
    disconnecting ??= endConnection().finally(() => {
      disconnecting = undefined
    })
    return disconnecting
  }
  const restoreUser = async (): Promise<void> => {
    if (!accounts.isConnected()) accounts.setUser(readReportedUser(await (await frame.secure()).isConnected()))
  }

  return {
    login: async (email) => {
      accounts.expectLogin()
      const secure = await frame.secure()
      await (email === undefined ? secure.connectPasskey() : secure.connectEmail(email))
    },
    openSettings: async () => (await frame.secure()).openSettings(),
    leave,
    setPosition: frame.setPosition,
    request: async (namespace, request) => {
      await restoreUser()
      return answer(context, { accounts, frame, disconnect }, namespace, request)
    },
    restore: async (namespace) => {
      await restoreUser()
      return accounts.accountIn(namespace)
    },
    offerReturn: async () => {
      const isOffered = await (await frame.secure()).offerReturn()
      if (isOffered) accounts.expectLogin()
      store.set(hasLeftAtom, isOffered)
      return isOffered
    },
    disconnect,
  }
}

type Parts = {
  accounts: ReturnType<typeof createEmbeddedAccounts>
  frame: ReturnType<typeof createManagedSecureFrame>
  disconnect(): Promise<void>
}

const answer = (
  context: ConnectorContext,
  { accounts, frame, disconnect }: Parts,
  namespace: ChainNamespace,
  request: JsonRpcRequest,
): Promise<unknown> => {
  const account = accounts.accountIn(namespace)
  const caipNetworkId = account.caipNetworkId ?? ''
  const send = async (toSend: JsonRpcRequest): Promise<unknown> => {
    if (account.status !== 'connected') throw new AppError(commonErrors.UNAUTHORIZED)
    return (await frame.secure()).rpcRequest({ ...toSend, chainId: caipNetworkId, chainNamespace: namespace })
  }
  const switchNetwork = async (wanted: string) =>
    accounts.update(readReportedUser(await (await frame.secure()).switchNetwork(wanted)))
  // The secure frame gets only the name of a refused method, not the params.
  const onRefused = (method: string) => tellRefusal(context, method, () => send({ method }))
  return answerRequest(
    { ...context, account, caipNetworkId, send, disconnect, switchNetwork, onRefused },
    namespace,
    request,
  )
}

/**
 * Lets the secure frame show the visitor that it refused a signature, unless it shows something else. A page may send
 * other methods to learn which ones a wallet has, so nothing opens for them.
 */
const tellRefusal = async (
  { store }: Pick<ConnectorContext, 'store'>,
  method: string,
  showInWallet: () => Promise<unknown>,
): Promise<void> => {
  setTimeout(() => {
    if (store.get(isOpenAtom)) store.set(showToastAtom, { variant: 'error', text: 'notAllowed' })
  }, notAllowedMs)
  if (isUnknownSignature(method)) await showInWallet().catch(() => {})
}
