import type { AccountState, JsonRpcRequest, SiteSignInMethod } from '../../protocol/api/frameApi.ts'
import type { ChainNamespace } from '../../protocol/caip/namespaces.ts'
import type { Bridge, BridgeHook, PageScript } from '../hook.ts'
import { methodsSentByFrame } from '../methodPatterns.ts'
import type { HostMethods } from './channel.ts'
import { type createConnection, toWalletFailure } from './connection.ts'
import { createAppKitError } from './refuse.ts'

/** Serves `HostApi` to the frame. The EVM connection lives in this file's bundle, all others in `page.js`. */
export const createHostApi = (
  [, state, , , , , , card, open, useFrame, settle]: BridgeHook,
  [, connectWallet, disconnect, , , choose, take]: ReturnType<typeof createConnection>,
  request: Bridge['request'],
  usePage: () => Promise<PageScript>,
  changed: () => void,
): HostMethods => ({
  // The order of the methods compresses best.
  request: async (namespace: ChainNamespace, rpcRequest: JsonRpcRequest) => {
    if (!methodsSentByFrame.test(rpcRequest.method)) throw createAppKitError(4200, 'METHOD_NOT_ALLOWED')
    try {
      return await request(rpcRequest, undefined, namespace)
    } catch (thrown) {
      throw toWalletFailure(thrown)
    }
  },
  activate: (namespace: ChainNamespace) => {
    state.activeNamespace = namespace
    changed()
  },
  connect: async (id: string, networks: string[]) =>
    // The id of a wallet of another namespace starts with that namespace and a colon.
    /:/.test(id) ? (await usePage()).connect(id, networks) : connectWallet(id),
  chooseAccount: async (namespace: ChainNamespace, account: AccountState) =>
    namespace === 'eip155' ? choose(account) : (await usePage()).chooseAccount(namespace, account),
  account: async (namespace: ChainNamespace, account: AccountState) =>
    namespace === 'eip155' ? take(account) : (await usePage()).account(namespace, account),
  siwx: async (method: SiteSignInMethod, args: unknown[]) => (await usePage()).siwx(method, args),
  shown: () => {
    const frame = useFrame()
    card.remove()
    frame.style.opacity = ''
    // The frame reports its first view for the next visit, too.
    if (!state.open) return
    // If the frame already has the focus, `focus()` would take the focus from an element inside the frame.
    if (document.activeElement !== frame) frame.focus()
    changed()
  },
  firstHeight: async (pixels: number) => (await usePage()).firstHeight(pixels),
  close: settle,
  pageUrl: () => location.href,
  openApp: async (link: string) => (await usePage()).openApp(link),
  open: () => {
    open({}).catch(() => {})
  },
  disconnect: async (namespace: ChainNamespace) =>
    namespace === 'eip155' ? disconnect() : (await usePage()).disconnect(namespace),
})
