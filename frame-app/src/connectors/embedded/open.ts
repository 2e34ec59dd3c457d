import { addErrors } from '@appkit-frame/loader/protocol/errorCatalogue.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors.ts'
import type { JsonRpcRequest } from '@appkit-frame/loader/protocol/frameApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/namespaces.ts'
import { defineMethod } from '@appkit-frame/loader/protocol/peer.ts'
import type { EmbeddedUser } from '@appkit-frame/loader/protocol/secureApi.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/walletErrors.ts'
import { accountsAtom } from '../../state/accounts.ts'
import { finishConnectionAtom } from '../../state/connections.ts'
import {
  embeddedId,
  securePanelAtom,
  setEmbeddedAskedAtom,
  setLoginEmailAtom,
  setSecurePanelAtom,
} from '../../state/embedded.ts'
import { openAtom } from '../../state/modal.ts'
import { connectNamespaceAtom } from '../../state/networks.ts'
import { bootstrapAtom, localeAtom, optionsAtom, themeAtom } from '../../state/options.ts'
import { setTypedEmailAtom } from '../../state/typedEmail.ts'
import type { ConnectorContext } from '../connector.ts'
import { createLater } from '../later.ts'
import { readLook } from './look.ts'
import { hideFrame, type Place, placeFrame } from './place.ts'
import { answerRequest } from './requests.ts'
import { openSecureFrame, type SecureFrame } from './secureFrame.ts'
import { readPanel, readUser } from './user.ts'

const leaveMethod = 'wallet_revokePermissions'
const nobody: EmbeddedUser = { isConnected: false, accounts: {} }
export type OpenedWallet = ReturnType<typeof openWallet>

/** What the secure frame says becomes the connection of the page; what the page asks of it goes there. */
export const openWallet = (context: ConnectorContext) => {
  const { store, host } = context
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
  /** Only eip155 has a provider in the page, which asks back as it asks each of its wallets; of the rest it is told. */
  const tell = async (wanted: (namespace: ChainNamespace) => boolean): Promise<void> => {
    const names = Object.keys(store.get(accountsAtom)) as ChainNamespace[]
    const first = firstNamespace()
    // The modal closes on the first, and whoever opened it for that one looks for it then.
    for (const namespace of names.toSorted((a, b) => Number(b === first) - Number(a === first))) {
      const account = accountIn(namespace)
      if (account.status === 'connected' ? !wanted(namespace) : !isOurs(namespace)) continue
      if (namespace !== 'eip155') await host.account(namespace, account)
      else if (account.status === 'connected') await connect()
      else await host.disconnect(namespace)
    }
  }
  const connect = async (): Promise<void> => {
    store.set(setEmbeddedAskedAtom, true)
    try {
      await host.connect(embeddedId)
    } finally {
      store.set(setEmbeddedAskedAtom, false)
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
      // Who leaves may do so also where the server can't say who it is.
      if (request.method !== leaveMethod) await restore()
      const account = accountIn(namespace)
      if (account.status !== 'connected' && request.method === 'wallet_getSession')
        return host.account(namespace, account)
      return answerRequest(
        {
          ...context,
          account,
          signOut,
          showRefused: async (method) => {
            const { caipNetworkId: chainId = '' } = account.status === 'connected' ? account : {}
            const asked = { method, chainId, chainNamespace: namespace }
            const answer = secure().then((each) => each.rpcRequest(asked))
            await answer.catch(() => {})
          },
          goTo: async (caipNetworkId) => {
            await take(readUser(await (await secure()).switchNetwork(caipNetworkId)))
          },
          send: async (caipNetworkId) => {
            if (account.status !== 'connected') throw new AppError('UNAUTHORIZED')
            return (await secure()).rpcRequest({ ...request, chainId: caipNetworkId, chainNamespace: namespace })
          },
        },
        namespace,
        request,
      )
    },
  }
}

addErrors(walletErrors)
