import type { AccountState, JsonRpcRequest } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { EmbeddedUser } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { defineMethod } from '@appkit-frame/loader/protocol/wire/peer.ts'
import { accountsAtom } from '../../state/accounts.ts'
import { finishConnectionAtom } from '../../state/connections.ts'
import { embeddedId, securePanelAtom, setLoginEmailAtom, setSecurePanelAtom } from '../../state/embedded.ts'
import { announceAccountAtom } from '../../state/heldConnections.ts'
import { openAtom } from '../../state/modal.ts'
import { connectNamespaceAtom } from '../../state/networks.ts'
import { bootstrapAtom, localeAtom, optionsAtom, themeAtom } from '../../state/options.ts'
import { setTypedEmailAtom } from '../../state/typedEmail.ts'
import { answerRequest } from '../answerRequest.ts'
import type { ConnectorContext } from '../connector.ts'
import { createLater } from '../later.ts'
import { hideFrame, type Place, placeFrame } from './position.ts'
import { showRefusal } from './refusal.ts'
import { openSecureFrame, type SecureFrame } from './secureFrame.ts'
import { readLook } from './theme.ts'
import { readPanel, readUser } from './user.ts'

const nobody: EmbeddedUser = { isConnected: false, accounts: {} }
export type OpenedWallet = ReturnType<typeof openWallet>

/** What the secure frame says becomes the connection of the page; what the page asks of it goes there. */
export const openWallet = (context: ConnectorContext) => {
  const { store } = context
  let user = nobody
  let place: Place | null = null
  let isLoggingIn = false
  let standing: SecureFrame | undefined

  const showPanel = (panel: ReturnType<typeof readPanel>): void => store.set(setSecurePanelAtom, panel)
  /** Until the secure frame has heard that the visitor left, it speaks of what they left. */
  let isLeft = false
  const lost = (): void => {
    standing = undefined
    open = createLater(start)
    showPanel(null)
  }
  const start = async (): Promise<SecureFrame> => {
    const { secureOrigin, projectId } = store.get(bootstrapAtom)
    const frame = await openSecureFrame({ document, secureOrigin, projectId, events, lost })
    standing = frame
    await frame.secure.look(look())
    return frame
  }
  let open = createLater(start)
  const secure = async () => (await open()).secure
  const look = () => readLook(store, place?.width)
  const tellLook = (): void => void standing?.secure.look(look()).catch(() => {})

  const isOurs = (namespace: ChainNamespace): boolean => store.get(accountsAtom)[namespace].connectorId === embeddedId
  const isElsewhere = (namespace: ChainNamespace): boolean =>
    store.get(accountsAtom)[namespace].status === 'connected' && !isOurs(namespace)
  const accountIn = (namespace: ChainNamespace) => {
    const account = user.isConnected ? user.accounts[namespace] : undefined
    return account ? { ...account, connectorId: embeddedId } : { status: 'disconnected' as const }
  }
  const tell = async (wanted: (namespace: ChainNamespace) => boolean): Promise<void> => {
    const names = Object.keys(store.get(accountsAtom)) as ChainNamespace[]
    const first = firstNamespace()
    // The modal closes on the first one, which is the namespace that the page asked for.
    for (const namespace of names.toSorted((a, b) => Number(b === first) - Number(a === first))) {
      const account = accountIn(namespace)
      if (account.status === 'connected' ? !wanted(namespace) : !isOurs(namespace)) continue
      await store.set(announceAccountAtom, namespace, account)
    }
  }
  const take = async (next: EmbeddedUser): Promise<void> => {
    user = next
    store.set(setLoginEmailAtom, next.email ?? null)
    const isLogin = isLoggingIn && next.isConnected
    // Who logged in wants this wallet; a change of it takes no namespace from another one.
    await tell((namespace) => isOurs(namespace) || (isLogin && !isElsewhere(namespace)) || isWanted(namespace, isLogin))
    if (!isLogin) return
    isLoggingIn = false
    store.set(setTypedEmailAtom, '')
    const namespace = firstNamespace()
    if (namespace) store.set(finishConnectionAtom, namespace, accountIn(namespace))
  }
  const isWanted = (namespace: ChainNamespace, isLogin: boolean): boolean => {
    const wanted = store.get(connectNamespaceAtom)
    return isLogin && (wanted === null || wanted === namespace)
  }
  const firstNamespace = (): ChainNamespace | undefined => {
    const wanted = store.get(connectNamespaceAtom)
    if (wanted && user.accounts[wanted]) return wanted
    const [home] = store.get(bootstrapAtom).defaultNetwork.split(':') as [ChainNamespace]
    return user.accounts[home] ? home : (Object.keys(user.accounts)[0] as ChainNamespace | undefined)
  }
  const events = {
    panel: defineMethod(readPanel, (panel) => {
      if (!isLeft) showPanel(panel)
    }),
    user: defineMethod(([value]) => readUser(value), take),
  }

  store.sub(themeAtom, tellLook)
  store.sub(localeAtom, tellLook)
  store.sub(optionsAtom, tellLook)
  store.sub(openAtom, () => {
    if (!store.get(openAtom)) leave()
  })

  /** Of what the visitor would have answered, nothing is: a login is forgotten, a request is declined. */
  const leave = (): void => {
    isLoggingIn = false
    const panel = store.get(securePanelAtom)
    if (!panel || !standing) return
    showPanel(null)
    isLeft = true
    const { secure } = standing
    const left = panel.view === 'approve' ? secure.rpcAbort() : secure.leave()
    void left
      .catch(() => {})
      .finally(() => {
        isLeft = false
      })
  }
  const endSession = async (): Promise<void> => {
    user = nobody
    store.set(setLoginEmailAtom, null)
    try {
      await (await secure()).signOut()
    } finally {
      await tell(() => false)
    }
  }
  let leaving: Promise<void> | undefined
  /** One login has all namespaces, so who leaves it leaves it whole, and all of them at once leave it once. */
  const signOut = (): Promise<void> => {
    leaving ??= endSession().finally(() => {
      leaving = undefined
    })
    return leaving
  }
  const restore = async (): Promise<void> => {
    if (!user.isConnected) user = readUser(await (await secure()).isConnected())
    store.set(setLoginEmailAtom, user.email ?? null)
  }

  return {
    /** What follows is drawn by the secure frame, which asks for its place by `securePanelAtom`. */
    login: async (email: string): Promise<void> => {
      isLoggingIn = true
      await (await secure()).connectEmail(email)
    },
    openSettings: async (): Promise<void> => (await secure()).openSettings(),
    /** The visitor turned away from what the secure frame shows. */
    leave,
    /** Where on the screen it goes; null out of sight. */
    place: (next: Place | null): void => {
      const before = place?.width
      place = next
      if (!standing) return
      if (next) placeFrame(standing.frame, next)
      else hideFrame(standing.frame)
      if (next && before !== next.width) tellLook()
    },
    request: async (namespace: ChainNamespace, request: JsonRpcRequest): Promise<unknown> => {
      await restore()
      const account: AccountState = accountIn(namespace)
      const caipNetworkId = account.caipNetworkId ?? ''
      const send = async (asked: JsonRpcRequest): Promise<unknown> => {
        if (account.status !== 'connected') throw new AppError(commonErrors.UNAUTHORIZED)
        return (await secure()).rpcRequest({ ...asked, chainId: caipNetworkId, chainNamespace: namespace })
      }
      return answerRequest(
        {
          ...context,
          account,
          caipNetworkId,
          send,
          disconnect: signOut,
          switchNetwork: async (wanted) => take(readUser(await (await secure()).switchNetwork(wanted))),
          refused: (method) => showRefusal(context, () => send({ method })),
        },
        namespace,
        request,
      )
    },
    restore: async (namespace: ChainNamespace): Promise<AccountState> => {
      await restore()
      return accountIn(namespace)
    },
    signOut,
  }
}
